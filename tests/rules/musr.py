"""The records of `mus/records/`, one file an article, and each of them with the pairs changed.

What a record has to come to stands in its comments (see `test_mus_replay`).
"""

import re
from pathlib import Path

RECORDS = Path(__file__).parent / "mus" / "records"
ARTICLES = ("P", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")

_NEXT_SEAT = {"A1": "B1", "B1": "A2", "A2": "B2", "B2": "A1"}
_OTHER = {"A": "B", "B": "A"}


def texts(article):
    """The records of an article, in the order by which they are numbered from one."""
    return (RECORDS / f"{article}.musr").read_text(encoding="utf-8").strip().split("\n\n")


def title(text):
    return re.search(r"^; (.*)$", text, re.M)[1]


def mirrored(text):
    """The same deal one seat to the right, so that each pair sits where the other one sat, with
    everything that the record has to come to changed from pair to pair."""
    return "\n".join(map(_mirrored_line, text.split("\n")))


def _mirrored_line(line):
    line = re.sub("[AB][12]", lambda seat: _NEXT_SEAT[seat[0]], line)
    if line.startswith("["):
        return re.sub(r'\[Tanteo "(\d+)-(\d+)"\]', r'[Tanteo "\2-\1"]', line)
    if line.startswith(";>"):
        return re.sub(r"(?<=^;> )(\w+) ([AB])", lambda to: f"{to[1]} {_OTHER[to[2]]}", line)
    if line.startswith(("=", ";=", ";?")):
        line = re.sub(r"\b(\d+)-(\d+)\b", r"\2-\1", line)
        line = re.sub(r"(?<= )([AB])$", lambda winner: _OTHER[winner[1]], line)
        line = re.sub(r"\b([AB])(?=[+!])", lambda pair: _OTHER[pair[1]], line)
        # Where a way is called by the stones it gives, A's stand first.
        return re.sub(r"(B\+\d+) (A\+\d+)", r"\2 \1", line)
    return line
