#!/usr/bin/env python3
"""Check an acta of Amarraco without Amarraco: no account, no network, nothing but Python 3.8.

    python3 verify_acta.py acta.pdf --key PUBLIC_KEY
    python3 verify_acta.py acta.json --key keys.json

The public key (64 hex digits, or the file of keys) stands at /verificar/claves/ of the league's
site; take it from somebody you trust. The answer is about what the file says when it was signed:
whether another version has replaced it since, only the site can say.

Exit status: 0 genuine, 1 not genuine, 2 cannot be read. What a file holds: docs/proof.md.
"""

import argparse
import hashlib
import json
import re
import sys
import zlib

PARTS = {"format", "disclosure", "content", "note", "statement", "signature"}
BUNDLE, SEAL = "amarraco-bundle/1", "amarraco-seal/1"
ENDED = {"SIGNED": "signed by both", "FILED_ALONE": "filed by one side", "ISSUED": "issued"}

# Ed25519 (RFC 8032), as much as checking a signature takes.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def x_of(y, sign):
    """The x of a point of the curve; None when there is none."""
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    return P - x if x % 2 != sign else x


def point_of(data):
    number = int.from_bytes(data, "little")
    y, sign = number % 2**255, number >> 255
    x = x_of(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def add(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number, point):
    found = (0, 1, 1, 0)
    while number:
        if number & 1:
            found = add(found, point)
        point = add(point, point)
        number >>= 1
    return found


def signature_holds(key, text, signature):
    if len(key) != 32 or len(signature) != 64:
        return False
    public, commitment = point_of(key), point_of(signature[:32])
    answer = int.from_bytes(signature[32:], "little")
    if public is None or commitment is None or answer >= ORDER:
        return False
    challenge = hashlib.sha512(signature[:32] + key + text).digest()
    left = times(answer, BASE)
    right = add(commitment, times(int.from_bytes(challenge, "little") % ORDER, public))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (
        left[1] * right[2] - right[1] * left[2]
    ) % P == 0


# The file.
def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def bundles_in(data):
    """The bundle that a JSON file is, or those that a PDF carries as attachments."""
    if not data[:1024].lstrip().startswith(b"%PDF-"):
        return [data]
    found = []
    for start in list(re.finditer(rb"stream\r?\n", data))[:400]:
        end = data.find(b"endstream", start.end())
        raw = data[start.end() : end if end >= 0 else len(data)]
        if raw.startswith(b"{"):
            raw = raw.rstrip(b"\r\n")
        else:
            try:
                raw = zlib.decompressobj().decompress(raw, 2**19)
            except zlib.error:
                continue
        if b'"format":"amarraco-bundle/' in raw and raw not in found:
            found.append(raw)
    return found


def problem_of(data, facts, keys):
    """What is wrong with a bundle; empty when nothing is."""
    statement, content = facts["statement"], facts["content"]
    if canonical(facts).encode() != data:
        return "a byte of the file was changed"
    if set(facts) != PARTS or facts["disclosure"] not in ("public", "whole"):
        return "a byte of the file was changed"
    if statement.get("format") != SEAL or statement.get("kind") != "acta":
        return "this is not a statement about an acta"
    told = statement["digest" if facts["disclosure"] == "whole" else "public_digest"]
    if digest(canonical(content)) != told:
        return "the text of the acta is not the one that was signed"
    if digest(facts["note"]) != statement["note"]:
        return "the explanation is not the one that was signed"
    if facts["signature"] is None:
        return "it carries no signature of the server"
    name = statement["key"]
    if name not in keys:
        return "it is signed by the key %s, which is none of those given" % name
    if facts["signature"] != facts["signature"].lower() or not signature_holds(
        keys[name], canonical(statement).encode(), bytes.fromhex(facts["signature"])
    ):
        return "the signature does not hold"
    return ""


def keys_of(given):
    """The name and bytes of each key: 64 hex digits, or a file of keys."""
    if re.fullmatch("[0-9a-f]{64}", given):
        texts = [given]
    else:
        with open(given, encoding="utf-8") as file:
            texts = [key["public_key"] for key in json.load(file)["keys"]]
    return {
        hashlib.sha256(bytes.fromhex(text)).hexdigest()[:16]: bytes.fromhex(text) for text in texts
    }


def told(facts):
    """What a genuine acta says, line by line."""
    statement, content = facts["statement"], facts["content"]
    score = content["score"]
    yield "%s %s-%s %s" % (
        content["home"]["name"],
        score["HOME"],
        score["AWAY"],
        content["away"]["name"],
    )
    for board in content["boards"]:
        yield "  board %s: %s-%s %s" % (
            board["board"],
            board["home_games"],
            board["away_games"],
            "" if board["ended_as"] == "PLAYED" else board["ended_as"],
        )
    yield "ended %s, version %s, %s" % (
        content["ended_at"],
        statement["number"],
        ENDED.get(statement["state"], "not in force"),
    )
    for one in statement["signatures"]:
        yield "  %s signed %s (%s)%s" % (
            one["side"],
            one["at"],
            one["method"],
            ", and disagrees" if one["disagrees"] else "",
        )
    yield "signed by the server %s, key %s" % (statement["at"], statement["key"])
    code = statement["code"]
    yield "code %s: the site says whether it is still in force" % "-".join(
        code[at : at + 4] for at in range(0, len(code), 4)
    )


def main():
    parser = argparse.ArgumentParser(description="Check an acta of Amarraco, offline.")
    parser.add_argument("file", help="acta in PDF or JSON")
    parser.add_argument("--key", required=True, help="public key in hex, or the file of keys")
    options = parser.parse_args()
    try:
        with open(options.file, "rb") as file:
            data = file.read()
        keys = keys_of(options.key)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print("Cannot be read: %s" % error, file=sys.stderr)
        return 2
    found = bundles_in(data)
    if len(found) != 1:
        print("NOT GENUINE: the PDF carries %s actas instead of one" % len(found))
        return 1
    try:
        facts = json.loads(found[0])
        if facts["format"] != BUNDLE:
            raise ValueError("another format")
        problem = problem_of(found[0], facts, keys)
        lines = [] if problem else list(told(facts))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        problem, lines = "this is no acta of Amarraco", []
    if problem:
        print("NOT GENUINE: %s" % problem)
        return 1
    print("GENUINE: the data is, to the letter, what the server signed.")
    print("\n".join(lines))
    if found[0] is not data:
        print("This is the data in the PDF. Is the printed page ours too? Ask the site, or pdfsig.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
