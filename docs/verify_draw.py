"""Run a draw of Amarraco again, without Amarraco: python3 verify_draw.py sorteo.json

The file is the one that the page of the draw offers. Algorithm 1 is told in `matches/draw.py`.
"""

import json
import sys
from hashlib import sha256
from itertools import count
from pathlib import Path

told = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
if not told["made"] or told["by_hand"]:
    sys.exit("nothing to run again: " + ("drawn by hand" if told["made"] else "not drawn yet"))
inputs = told["inputs"]
in_pairs = inputs.get("mode") == "OPPONENTS"
label = "amarraco/draw/1/pairs" if in_pairs else "amarraco/draw/1"
text = [label, str(inputs["encounter"]), told["seed"], told["home_nonce"], told["away_nonce"]]
key = sha256("|".join(text).encode()).digest()
blocks = (sha256(key + block.to_bytes(8, "big")).digest() for block in count())
words = (int.from_bytes(b[place : place + 4], "big") for b in blocks for place in range(0, 32, 4))
chairs = set()
for side in ("HOME", "AWAY"):
    order = list(inputs[side.lower()])
    for place in range(len(order) - 1, 0, -1):
        fair = 2**32 - 2**32 % (place + 1)
        other = next(word for word in words if word < fair) % (place + 1)
        order[place], order[other] = order[other], order[place]
    for n, player in enumerate([one for pair in order for one in pair] if in_pairs else order):
        chairs.add((n // 2 + 1, side, n % 2 + 1, player))
if sha256(told["seed"].encode()).hexdigest() != told["commitment"]:
    sys.exit("NO: the seed is not the one that was sealed")
if chairs != {(c["board"], c["side"], c["position"], c["slot"]) for c in told["result"]}:
    sys.exit("NO: the pairs do not follow from the numbers")
sys.stdout.write("OK: the same pairs come out, from the seed that was sealed\n")
