"""Expectations with one thing wrong each, and how the line that says so begins."""

from tests.workload.files import changed

WRONG_EXPECTATIONS = [
    (
        changed("[expect.request.B]", "[expect.request.b]"),
        "17: there is no request b to expect anything of",
    ),
    (
        changed("[expect.request.B]", "[expect.request]"),
        "18: [expect.request.first_token] must be a table, not 0",
    ),
    (
        changed("finish = 5", "finsh = 5"),
        "19: finsh in [expect.request.B] is unknown; did you mean finish?",
    ),
    (changed("finish = 5", 'finish = "5"'), "19: finish must be a number, not '5'"),
    (changed("finish = 5", "finish = true"), "19: finish must be a number, not true"),
    (changed("finish = 5", "finish = nan"), "19: finish must be a number, not NaN"),
    (
        changed("finish = 5", "finish = 1e999999999"),
        "19: finish must be a number, not 1E+999999999",
    ),
    (
        changed('state = "finished"', 'state = "finish"'),
        "21: state cannot be 'finish'; did you mean finished?",
    ),
    (
        changed('state = "finished"', "state = 3"),
        "21: state cannot be 3; one of waiting, prefilling",
    ),
    (changed("{ blocks", "{ block"), "22: block in waited is unknown; did you mean blocks?"),
    (changed("{ blocks = 1, turn = 0 }", "3"), "22: waited must be a table of causes, not 3"),
    (
        changed("[expect.at.1]", "[expect.at.one]"),
        "24: [expect.at.one] must name a step, such as [expect.at.39]",
    ),
    (changed("[expect.at.1]", '[expect.at."-1"]'), "24: [expect.at.'-1'] must name a step"),
    (changed("event = 3", "event = -3"), "25: event must be at least 0, not -3"),
    (changed("event = 3", 'event = "run"'), "25: event must be an integer, not 'run'"),
    (
        changed("event = 3", "turns = 3"),
        "25: turns must be a table of numbers, not 3",
    ),
    (
        changed("event = 3", "turns = { a = 3 }"),
        "25: there is no tenant a to expect anything of",
    ),
    (
        changed("event = 3", "computed_tokens = { a = 3 }"),
        "25: there is no request a to expect anything of",
    ),
    (
        changed("event = 3", "computed_tokens = { A = true }"),
        "25: A must be a number, not true",
    ),
    (
        changed('waiting = ["C"]', 'waiting = ["D"]'),
        "26: there is no request D to expect anything of",
    ),
    (
        changed('waiting = ["C"]', "waiting = [1]"),
        "26: waiting must be a count, or a list of rids in order",
    ),
    (changed("running = 2", 'running = "2"'), "27: running must be a number, not '2'"),
    (
        changed('status = "finished"', 'status = "done"'),
        "31: status cannot be 'done'; one of running",
    ),
    (changed("steps = 6", "step = 6"), "32: step in [expect.run] is unknown; did you mean steps?"),
]
