"""Scenarios with one thing wrong each, and how the line that says so begins."""

from tests.workload.files import TABLES, changed

LIST = 'requests = [["A", 0, 6, 4], ["B", 0, 4, 5], ["C", 1, 3, 2]]'


WRONG = [
    # keys
    (changed("title", "tilte"), "1: tilte in a scenario is unknown; did you mean title?"),
    (changed("[cost]", "[costs]"), "11: costs in a scenario is unknown; did you mean cost?"),
    (
        changed("base_ms", "per_sequences_ms = 1\nbase_ms"),
        "12: per_sequences_ms in [cost] is unknown; did you mean per_sequence_ms?",
    ),
    (
        changed("[run]", "[memory]\nsize = 1\n[run]"),
        "15: size in [memory] is unknown; known: model",
    ),
    (changed("[run]", "[[fault]]\n[run]"), "14: fault in a scenario is not there yet"),
    (
        changed("[run]", "[expect.tenant.a]\nsteps = 1\n[run]"),
        "14: there is no tenant a to expect anything of",
    ),
    (
        changed("[run]", '[expect.tenant.""]\nsteps = 1\n[run]'),
        "15: steps in [expect.tenant.''] is unknown; known: requests",
    ),
    (changed("[run]", "[expect.tenant]\na = 1\n[run]"), "15: [expect.tenant.a] must be a table"),
    (
        changed("[run]", "[expect.priority.1]\nturns = 1\n[run]"),
        "14: there is no priority 1 to expect anything of",
    ),
    (
        changed("[run]", "[expect.priority.high]\nturns = 1\n[run]"),
        "14: [expect.priority.high] must name a priority, such as [expect.priority.0]",
    ),
    (
        changed("[run]", "[expect.priority.00]\nturns = 1\n[run]"),
        "14: [expect.priority.00] must name a priority, such as [expect.priority.0]",
    ),
    (
        changed("[run]", "[expect.priority.0]\nturns = [1]\n[run]"),
        "15: turns must be a number, not a list of 1",
    ),
    (changed("[run]", "[expect.requests.a]\n[run]"), "14: requests in [expect] is unknown"),
    (changed("[run]", "notes_ = 1\n[run]"), "14: notes_ in [cost] is unknown; known: base_ms"),
    (
        changed("[run]", 'notes = "x"\n[run]'),
        "14: notes in [cost] is unknown; move it above the first",
    ),
    # requests
    (changed('"B", 0, 4, 5', '"B", 0, 4'), "3: request 2 must be a list [rid, arrival, prompt_len"),
    (changed('["C", 1, 3, 2]', "{ rid = 1 }"), "3: request 3 must be a list [rid, arrival, prompt"),
    (changed('"A", 0', '"C", 0'), "3: request 3 C: rid is used twice: requests 1 and 3"),
    (changed('"C", 1', "7, 1"), "3: request 3: rid must be a string, not 7"),
    (changed('"C", 1', '"C", -1'), "3: request 3 C: arrival must be at least 0, not -1"),
    (changed('"C", 1', '"C", 1.0'), "3: request 3 C: arrival must be an integer, not 1.0"),
    (changed("6, 4]", "0, 4]"), "3: request 1 A: prompt_len must be at least 1, not 0"),
    (changed("6, 4]", "[6], 4]"), "3: request 1 A: prompt_len cannot be a list of 1"),
    (changed("6, 4]", "true, 4]"), "3: request 1 A: prompt_len cannot be true"),
    (changed("6, 4]", "6, nan]"), "3: request 1 A: output_len must be an integer, not nan"),
    (changed("6, 4]", "6, 2024-01-01]"), "3: request 1 A: output_len must be an integer"),
    (changed(LIST, "requests = []"), "3: requests is empty: a scenario needs at least one request"),
    (
        changed(LIST, "requests = 3"),
        "3: requests must be a list [[rid, arrival, prompt_len, output_len]",
    ),
    (changed(LIST, ""), "-: there are no requests: write [[request]] tables, requests = [["),
    (changed("[run]", "[[request]]\n[run]"), "3: there is requests and also request: keep one"),
    (changed("[run]", '[workload]\ntrace = "x"\n[run]'), "14: there is workload and also requests"),
    (changed('rid = "A"\n', "", TABLES), "5: request 1 needs rid"),
    (changed("output_len = 4\n", "", TABLES), "5: request 1 A needs output_len"),
    (
        changed("output_len = 4", "output_length = 4", TABLES),
        "8: output_length in [[request]] is unknown; did you mean output_len?",
    ),
    (
        changed("arrival = 2", "output_key = 2", TABLES),
        "12: request 2 B: output_key must be a string, not 2",
    ),
    (
        changed("arrival = 2", "output_keyy = 2", TABLES),
        "12: output_keyy in [[request]] is unknown; did you mean output_key?",
    ),
    (
        changed("arrival = 2", "count = 0", TABLES),
        "12: request 2 B: count must be at least 1, not 0",
    ),
    (
        changed("arrival = 2", "count = 1000000000", TABLES),
        "12: request 2 B: count is too large: it must be at most 100,000",
    ),
    (changed("arrival = 2", "every = 2", TABLES), "12: request 2 B: every needs count"),
    (
        changed("arrival = 2", "count = 3\nevery = 1.5", TABLES),
        "13: request 2 B: every must be an integer, not 1.5",
    ),
    (
        changed("arrival = 2", "arrival_ms = 2\ncount = 3\nevery = -1.5", TABLES),
        "14: request 2 B: every must be a number of milliseconds, at least 0, not -1.5",
    ),
    (
        changed('rid = "B"', 'rid = "B"\ncount = 3', TABLES).replace('"A"', '"B2"'),
        "11: request 2 B2: rid is used twice: requests 1 and 3",
    ),
    (
        changed("arrival = 2", "cancel_at = -2", TABLES),
        "12: request 2 B: cancel_at must be at least 0, not -2",
    ),
    (
        changed("arrival = 2", "arrival_ms = 2", TABLES),
        "12: request 2 B: either every request of a workload has arrival_ms",
    ),
    (
        changed("arrival = 2", "arrival = 2\narrival_ms = 2", TABLES),
        "12: request 2 B: arrival must stay 0",
    ),
    (
        changed('[[request]]\nrid = "A"', '[request]\nrid = "A"', TABLES[: TABLES.rindex("[[")]),
        "5: request must be [[request]] tables, not a table",
    ),
    ("request = [1]\n" + TABLES[: TABLES.index("[[")], "1: request 1 must be a table, not 1"),
    (
        "request = []\n" + TABLES[: TABLES.index("[[")],
        "1: request is empty: a scenario needs at least",
    ),
    # scheduler
    (changed("[scheduler]", "[schedular]"), "-: [scheduler] is missing: it has a name"),
    (changed("[scheduler]", "[scheduler.x]"), '5: [scheduler] needs a name, such as "driftwood"'),
    (changed('name = "driftwood"', ""), "5: [scheduler] needs a name"),
    (changed('name = "driftwood"', "name = 3"), "6: name must be a string, not 3"),
    (changed('name = "driftwood"', 'name = "drift"'), "6: there is no scheduler 'drift'"),
    (
        changed('name = "driftwood"', 'name = "my.py:Mine"'),
        "6: name names code, 'my.py:Mine': a file holds none",
    ),
    (
        changed("max_running", "max_runing"),
        "7: driftwood has no knob 'max_runing'; did you mean max_running?",
    ),
    (changed("max_running = 3", "max_running = 0"), "7: max_running must be at least 1, not 0"),
    (changed("max_running = 3", "max_running = 3.0"), "7: max_running must be an integer, not 3.0"),
    (changed("max_running = 3", "max_running = [3]"), "7: max_running cannot be a list of 1"),
    (changed("num_blocks = 4", ""), "8: block_size and num_blocks go together"),
    (
        changed("num_blocks = 4", 'victim = "a.py:b"'),
        "9: victim names code, 'a.py:b': a file holds none",
    ),
    (
        changed("num_blocks = 4", 'num_blocks = 4\nqueue = "lifo"'),
        "10: there is no queue order 'lifo'; known: fcfs, shortest_prompt",
    ),
    (
        changed("num_blocks = 4", "num_blocks = 4\ntoken_budget = 2"),
        "10: token_budget must be at least max_running (3), not 2",
    ),
    # clock and end
    (changed("12.5", "0"), "12: base_ms must be above 0"),
    (changed("12.5", "inf"), "12: base_ms must be above 0"),
    (changed("12.5", "nan"), "12: base_ms must be above 0"),
    (changed("12.5", "true"), "12: base_ms is true: it is the milliseconds a step takes"),
    (changed("base_ms = 12.5", ""), "11: base_ms is missing: it is the milliseconds a step takes"),
    (
        changed("base_ms", "per_kv_token_ms = -1\nbase_ms"),
        "12: per_kv_token_ms must be at least 0 and at most 1,000,000,000, not -1.0",
    ),
    (
        changed("base_ms", 'per_prefill_token_ms = "1"\nbase_ms'),
        "12: per_prefill_token_ms is '1': it is the milliseconds a step takes more for each",
    ),
    (changed("max_steps = 1000", "max_steps = 0"), "15: max_steps must be at least 1, not 0"),
    (
        changed("max_steps = 1000", "max_steps = 1e3"),
        "15: max_steps must be an integer, not 1000.0",
    ),
    (
        changed("max_steps = 1000", "max_steps = {}"),
        "15: max_steps must be an integer, not a table",
    ),
    (changed("[run]\n", "run = 3 #"), "14: run in [cost] is unknown"),
    # values of any kind
    (changed('"B makes room for A"', "[1]"), "1: title must be a string, not a list of 1"),
    (changed("steps = 6", f"steps = {2**63}"), "32: steps is too large: an integer has at"),
    (changed("steps = 6", f"steps = {-(2**63) - 1}"), "32: steps is too large: an integer has"),
    (changed("event = 3", f"event = {2**63 - 1}"), "25: event is too large: it must be at"),
    (changed("steps = 6", "steps = 0x" + "f" * 5000), "32: steps is too large: an integer has"),
    (changed("steps = 6", "steps = " + "9" * 5000), "32: steps is too large: an integer has"),
]
