"""Writes the checksums of a release and the page of how it is published.

python .ci/publishing.py FOLDER VERSION COMMIT PYTHONS
"""

from __future__ import annotations

import hashlib
import platform
import sys
from pathlib import Path
from string import Template

PAGE = Template("""\
# Footfall $version

Made from commit $commit
on $system by `bash .ci/release`, which also tried the wheels in environments without cargo and rustc.

| file | bytes | SHA-256 |
|---|---|---|
$rows

The wheels hold compiled code for the system that their name says, and work with every Python from 3.11 on. The files
`*.crates.cdx.json` list the linked crates (CycloneDX), `*.THIRD-PARTY.txt` their licenses; the wheels contain both.

## To publish

1. The commit has the version and the date in `CHANGELOG.md`, and `bash .ci/run` passes on it. If not, repair that and
   make the release again.
2. On each other system that gets a wheel, run `bash .ci/release` on the same commit, add its wheels to this folder, and
   write `SHA256SUMS` again. Without a wheel, `pip` builds from the source distribution and needs cargo there. The tag
   of a wheel for Linux names the oldest glibc that it runs with: build in an older environment to reach older systems.
3. Sign a tag: `git tag -s v$version $commit`.
4. Check what is uploaded: `sha256sum -c SHA256SUMS` and `python -m twine check *.whl *.tar.gz`.
5. Upload the wheels and the source distributions: `python -m twine upload *.whl *.tar.gz`. A version cannot be uploaded
   twice.
6. Attach all files of this folder to the page of the release, `SHA256SUMS` and its signature included.
7. In a fresh environment on each system: `python -m pip install --only-binary :all: footfall==$version`, then
   `footfall doctor`.

## Tried

$tried
""")

TRIED = """\
- Installed from the wheels, played and compared: $system, Python $pythons.
- Untried: other processors, other C libraries, macOS, Windows, until step 2 was done there."""


def main() -> None:
    """Writes ``SHA256SUMS`` and ``PUBLISHING.md``."""
    folder, version, commit, pythons = Path(sys.argv[1]), *sys.argv[2:5]
    files = sorted(file for file in folder.iterdir() if file.name not in ("SHA256SUMS", "PUBLISHING.md"))
    sums = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    lines = "".join(f"{digest}  {name}\n" for name, digest in sums.items())
    (folder / "SHA256SUMS").write_text(lines, "utf-8")
    system = f"{platform.system()} {platform.machine()} ({' '.join(platform.libc_ver()) or 'no glibc'})"
    page = PAGE.substitute(
        version=version,
        commit=commit,
        system=system,
        rows="\n".join(f"| `{file.name}` | {file.stat().st_size:,} | `{sums[file.name]}` |" for file in files),
        tried=Template(TRIED).substitute(system=system, pythons=pythons),
    )
    (folder / "PUBLISHING.md").write_text(page, "utf-8")


if __name__ == "__main__":
    main()
