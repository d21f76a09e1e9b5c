"""Who may ask the broker: nobody but its beat."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def test_nothing_sends_a_task() -> None:
    """A broker that is down then breaks no request: nobody but the beat asks it."""
    sources = [*ROOT.glob("league/**/*.py"), *ROOT.glob("matches/**/*.py")]
    callers = [
        str(path.relative_to(ROOT))
        for path in sources
        if any(word in path.read_text() for word in (".delay(", "apply_async", "delay_on_commit"))
    ]
    assert callers == []
