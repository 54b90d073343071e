"""What a wheel says about the crates that are linked into it: their license texts, and a bill of materials.

Both depend on the lock file and the target alone: no folder, host, time or user of the machine that builds.
"""

import json
import os
import subprocess
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

NOTICES = "THIRD-PARTY.txt"
BILL = "crates.cdx.json"
LICENSE_FILES = ("licen", "copying", "copyright", "notice", "unlicense")
"""How the names of license files begin, in lower case."""

RULER = "=" * 80


class Crate(NamedTuple):
    """A crate that is linked, and those that it links in turn."""

    name: str
    version: str
    license: str
    folder: Path
    is_ours: bool
    links: list[str]

    @property
    def key(self) -> str:
        """Name and version, as cargo writes them in the name of a package."""
        return f"{self.name}@{self.version}"


def add_notices(project: Path, dist_info: Path) -> None:
    """Adds both files to the metadata of a wheel (PEP 639, PEP 770).

    Args:
        project: The folder of `pyproject.toml`.
        dist_info: The wheel's `.dist-info`.

    Raises:
        CalledProcessError: cargo failed.
        FileNotFoundError: a crate has no license file.
    """
    pyproject = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
    crates = list_linked_crates(project / pyproject["tool"]["maturin"].get("manifest-path", "Cargo.toml"))
    for folder, name, text in (
        ("licenses", NOTICES, write_notices(crates)),
        ("sboms", BILL, write_bill(pyproject["project"], crates)),
    ):
        (dist_info / folder).mkdir(exist_ok=True)
        (dist_info / folder / name).write_text(text, "utf-8", newline="\n")
    metadata = dist_info / "METADATA"
    head, separator, rest = metadata.read_text("utf-8").partition("License-File: ")
    metadata.write_text(f"{head}License-File: {NOTICES}\n{separator}{rest}", "utf-8", newline="\n")


def list_linked_crates(manifest: Path) -> list[Crate]:
    """Returns the crates that are linked into a library on this target, by name, itself included.

    Macros and what they depend on run in the compiler and are not linked. The lock file decides the versions; it is not
    frozen, since that of a source distribution also names crates that were left out.
    """
    target = os.environ.get("CARGO_BUILD_TARGET") or find_host()
    place = f"--manifest-path={manifest}"
    tree = run("cargo", "tree", place, f"--target={target}", "--edges=normal,no-proc-macro", "--prefix=none")
    linked = {"@".join(line.replace(" v", " ", 1).split()[:2]) for line in tree.splitlines()}
    graph = json.loads(run("cargo", "metadata", place, f"--filter-platform={target}", "--format-version=1"))
    keys = {package["id"]: f"{package['name']}@{package['version']}" for package in graph["packages"]}
    edges = {node["id"]: node["dependencies"] for node in graph["resolve"]["nodes"]}
    return sorted(
        Crate(
            package["name"],
            package["version"],
            (package["license"] or "").replace("/", " OR "),
            Path(package["manifest_path"]).parent,
            package["source"] is None,
            sorted(keys[link] for link in edges[package["id"]] if keys[link] in linked),
        )
        for package in graph["packages"]
        if keys[package["id"]] in linked
    )


def find_host() -> str:
    """Returns the target triple of this machine."""
    lines = run("rustc", "-vV").splitlines()
    return next(line.removeprefix("host: ") for line in lines if line.startswith("host: "))


def run(*command: str) -> str:
    """Returns the output of a command."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def write_notices(crates: list[Crate]) -> str:
    """Returns the license texts of all crates but ours, each text once, after a table of the crates."""
    owners: dict[str, list[str]] = defaultdict(list)
    foreign = [crate for crate in crates if not crate.is_ours]
    for crate in foreign:
        files = sorted(
            file for file in crate.folder.iterdir() if file.is_file() and file.name.lower().startswith(LICENSE_FILES)
        )
        if not files:
            raise FileNotFoundError(f"{crate.key}: no license file in {crate.folder}")
        for file in files:
            owners[file.read_text("utf-8", "replace").strip("\n")].append(f"{crate.name} {crate.version} ({file.name})")
    table = "\n".join(f"{crate.name} {crate.version}: {crate.license}" for crate in foreign)
    texts = ["\n".join([RULER, *names, RULER, "", text]) for text, names in owners.items()]
    return "\n\n".join(["Crates that are linked into this package, with their licenses:", table, *texts]) + "\n"


def write_bill(project: dict[str, Any], crates: list[Crate]) -> str:
    """Returns the bill of materials of a project, in the format CycloneDX 1.5."""
    components = [
        {
            "type": "library",
            "bom-ref": crate.key,
            "name": crate.name,
            "version": crate.version,
            "licenses": [{"expression": crate.license}],
        }
        | ({} if crate.is_ours else {"purl": f"pkg:cargo/{crate.key}"})
        for crate in crates
    ]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "library", "name": project["name"], "version": project["version"]}},
        "components": components,
        "dependencies": [{"ref": crate.key, "dependsOn": crate.links} for crate in crates],
    }
    return json.dumps(bill, indent=1) + "\n"
