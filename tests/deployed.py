"""What the files in `deploy/` say, so that tests run exactly that."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "deploy"
UNITS = ("amarraco-web.service", "amarraco-worker.service", "amarraco-beat.service")


def command(unit: str) -> str:
    """The one ExecStart of a unit."""
    lines = (FOLDER / unit).read_text().splitlines()
    (line,) = [line for line in lines if line.startswith("ExecStart=")]
    return line.removeprefix("ExecStart=")


def environment_example() -> dict[str, str]:
    lines = (FOLDER / "amarraco.env.example").read_text().splitlines()
    pairs = [line.split("=", 1) for line in lines if line and not line.startswith("#")]
    return dict(pairs)
