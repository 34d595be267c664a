#!/usr/bin/env bash
# PyPI, 2026-11-28: pydraughts 0.6.7 and py-draughts 1.10.1, two independent libraries of draughts, both
# install the module `draughts`. pip installs one over the other without a word: four files of the first
# are replaced, `pip check` finds nothing broken, and both versions are listed. Whoever compares the two
# in one environment compares the last one with itself, or a mixture of both. Removing one breaks the other.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install pydraughts==0.6.7
"$work/v/bin/pip" --quiet --disable-pip-version-check install py-draughts==1.10.1
"$work/v/bin/pip" --disable-pip-version-check check
"$work/v/bin/python" - > "$work/seen" <<'PYTHON'
import base64, hashlib, importlib.metadata as metadata

for package in ("pydraughts", "py-draughts"):
    for file in metadata.files(package):
        if file.hash and file.locate().exists():
            digest = hashlib.sha256(file.locate().read_bytes()).digest()
            if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != file.hash.value:
                print("overwritten:", package, file)
PYTHON
"$work/v/bin/pip" --quiet --disable-pip-version-check uninstall --yes pydraughts
(cd "$work" && v/bin/python -c 'import draughts; print("StandardBoard of py-draughts is there:", hasattr(draughts, "StandardBoard"))') >> "$work/seen"
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
overwritten: pydraughts draughts/__init__.py
overwritten: pydraughts draughts/engines/__init__.py
overwritten: pydraughts draughts/engines/hub.py
overwritten: pydraughts draughts/svg.py
StandardBoard of py-draughts is there: False
SEEN
