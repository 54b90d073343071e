"""The license texts and the bill of materials that both wheels contain."""

import json
import shutil
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not shutil.which("cargo"), reason="cargo lists the crates")
@pytest.mark.parametrize(("project", "crate"), [(".", "minisign"), ("rust/kernels-wheel", "rayon")])
def test_a_wheel_names_its_crates_and_no_folder(
    project: str, crate: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "rust"))
    from notices import BILL, NOTICES, add_notices

    (tmp_path / "METADATA").write_text("Name: any\nLicense-File: LICENSE\n\nText\n")
    add_notices(ROOT / project, tmp_path)
    assert (tmp_path / "METADATA").read_text() == f"Name: any\nLicense-File: {NOTICES}\nLicense-File: LICENSE\n\nText\n"
    texts = [(tmp_path / "licenses" / NOTICES).read_text("utf-8"), (tmp_path / "sboms" / BILL).read_text("utf-8")]
    assert not [text for text in texts for folder in (ROOT, Path.home(), sys.prefix) if f"{folder}/" in text]
    bill = json.loads(texts[1])
    locked = {(each["name"], each["version"]) for each in tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]}
    linked = {(each["name"], each["version"]) for each in bill["components"]}
    assert linked <= locked
    assert crate in {name for name, _ in linked}
    assert not {name for name, _ in linked} & {"syn", "proptest", "divan"}, "not linked"
    for each in bill["components"]:
        assert each["licenses"][0]["expression"]
        assert ("purl" in each) == (f"\n{each['name']} {each['version']} (" in texts[0])
