"""What was found in a run, for programs."""

from collections.abc import Mapping

from core.findings import Finding, Search


def findings_document(search: Search | None) -> Mapping[str, object]:
    """The keys `findings` and `findings_skipped` of a document; None where nobody looked."""
    if search is None:
        return {"findings": [], "findings_skipped": ["the run was interrupted: nobody looked"]}
    return {
        "findings": [_finding(each) for each in search.findings],
        "findings_skipped": list(search.skipped()),
    }


def _finding(found: Finding) -> Mapping[str, object]:
    return {
        "kind": found.kind,
        "title": found.title,
        "rids": found.rids,
        "steps": found.steps,
        "numbers": dict(found.numbers),
        "jump": found.jump._asdict(),
    }
