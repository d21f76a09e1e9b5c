"""How long an acta takes on its way to paper: `bench/acta_pdf.py [how many]`.

In one process, of the demo season in the database at hand (`manage.py demo`): typeset alone, then
typeset and sealed. The aim is a median of 50 ms and of 150 ms. The first of all reads fonts and key
and is told apart.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.conf.settings")

import django

django.setup()

from django.utils import timezone  # noqa: E402

from matches import proof  # noqa: E402
from matches.models import Acta  # noqa: E402
from matches.paper.acta import acta_pdf, acta_values  # noqa: E402
from matches.paper.qr import qr  # noqa: E402
from matches.paper.typeset import typeset  # noqa: E402

AIMS = {"typeset": 50, "sealed": 150}


def plain(acta: Acta) -> bytes:
    values = acta_values(acta, whole=True) | {"seal": {"signed": False}}
    files = {
        "bundle": proof.bundle(acta, whole=True).decode(),
        "qr": qr(values["proof"]["url"]),
    }
    return typeset("acta", values, files=files, timestamp=int(timezone.now().timestamp()))


def sealed(acta: Acta) -> bytes:
    return acta_pdf(acta, whole=True, at=timezone.now())


def pdfsig(data: bytes) -> bool:
    """What poppler's pdfsig says of the seal, where it is installed (Debian: poppler-utils)."""
    command = shutil.which("pdfsig")
    if command is None:
        print("pdfsig is not installed: the seal was not checked by another hand")
        return True
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(data)
        file.flush()
        said = subprocess.run([command, file.name], capture_output=True, text=True).stdout
    told = [line.strip() for line in said.splitlines() if "Validation" in line or "Total" in line]
    print("pdfsig:", " ".join(told))
    return "Signature is Valid" in said and "Total document signed" in said


def measure(name: str, make: Callable[[Acta], bytes], actas: list[Acta]) -> bool:
    took: list[float] = []
    sizes: list[int] = []
    for acta in actas:
        began = time.perf_counter()
        sizes.append(len(make(acta)))
        took.append((time.perf_counter() - began) * 1000)
    median = statistics.median(took[1:])
    p95 = sorted(took[1:])[int(len(took[1:]) * 0.95)]
    print(
        f"{name:8} {len(took)} actas: first {took[0]:.0f} ms, median {median:.1f} ms, "
        f"p95 {p95:.1f} ms (aim {AIMS[name]} ms), {statistics.median(sizes) / 1024:.0f} KB"
    )
    return median <= AIMS[name]


def main() -> int:
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    found = list(
        Acta.objects.filter(in_force=True).select_related(
            "encounter__division__season__competition",
            "encounter__matchday",
            "encounter__venue",
            "encounter__home",
            "encounter__away",
        )
    )
    if not found:
        print("No acta in force: make a demo season first (manage.py demo).")
        return 2
    actas = [found[nth % len(found)] for nth in range(many)]
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    held = [measure("typeset", plain, actas), measure("sealed", sealed, actas)]
    held.append(pdfsig(sealed(actas[0])))
    return 0 if all(held) else 1


if __name__ == "__main__":
    raise SystemExit(main())
