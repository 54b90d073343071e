"""Order: deterministic, explained, independent of the file system."""

from __future__ import annotations

import time
from collections.abc import Mapping

from hypothesis import given, settings, strategies as st

from footfall.diagnostics.findings import Finding, Severity
from footfall.loader.discovery import Mod, Source
from footfall.loader.files.mod_files import FolderFiles
from footfall.loader.manifest import read_manifest
from footfall.loader.order import drop_incompatible, sort_mods


def mod(id: str, text: str = "", version: str = "1.0", source: Source = Source.PROJECT) -> Mod:
    manifest = f'[mod]\nid = "{id}"\nversion = "{version}"\n{text}'
    read, _ = read_manifest(f"{id}/mod.toml", manifest.encode())
    return Mod(read, manifest.encode(), FolderFiles(id), source)


def run(*mods: Mod) -> tuple[tuple[str, ...], list[Finding]]:
    findings: list[Finding] = []
    fit = drop_incompatible({m.id: m for m in mods}, findings)
    order, _ = sort_mods(fit, findings)
    return order.ids, findings


def test_requirements_come_first_and_ties_go_to_first_party_then_id() -> None:
    ids, findings = run(
        mod("a.a", '[requires]\n"z.z" = "*"\n'),
        mod("m.m", '[order]\nbefore = ["b.b"]\n'),
        mod("b.b"),
        mod("z.z"),
        mod("q.q", source=Source.PLUGIN),
        mod("c.c", '[optional]\n"nobody.there" = "*"\n'),
    )
    assert ids == ("q.q", "c.c", "m.m", "b.b", "z.z", "a.a")
    assert findings == []


def test_an_optional_constraint_of_a_cycle_is_dropped_and_reported() -> None:
    ids, [finding] = run(
        mod("a.a", '[requires]\n"b.b" = "*"\n'),
        mod("b.b", '[order]\nafter = ["a.a"]\n'),
        mod("c.c", '[order]\nafter = ["a.a"]\n'),
    )
    assert ids == ("b.b", "a.a", "c.c")
    assert finding.severity is Severity.WARNING
    assert finding.location == "b.b/mod.toml:5"
    assert "a.a before b.b (order.after, b.b/mod.toml:5)" in finding.text
    assert "b.b before a.a (requires, a.a/mod.toml:5)" in finding.text


def test_a_cycle_of_requirements_is_disabled_with_its_dependents() -> None:
    ids, findings = run(
        mod("a.a", '[requires]\n"b.b" = "*"\n'),
        mod("b.b", '[requires]\n"c.c" = "*"\n"a.a" = "*"\n'),
        mod("c.c", '[requires]\n"a.a" = "*"\n'),
        mod("d.d", '[requires]\n"a.a" = "*"\n'),
        mod("e.e"),
    )
    assert ids == ("e.e",)
    cycle = [f for f in findings if f.code == "cycle"]
    assert {f.mod for f in cycle} == {"a.a", "b.b"}, "the shortest cycle has two mods"
    assert "a.a before b.b (requires, b.b/mod.toml:6), b.b before a.a (requires, a.a/mod.toml:5)" in cycle[0].text
    assert [(f.mod, f.code) for f in findings if f.code != "cycle"] == [("c.c", "needs-off"), ("d.d", "needs-off")]


def test_one_report_has_all_problems_with_their_fixes() -> None:
    ids, findings = run(
        mod("a.a", '[requires]\n"gone.mod" = ">=1"\n'),
        mod("b.b", '[requires]\n"c.c" = ">=2"\n'),
        mod("c.c", version="1.9"),
        mod("d.d", '[optional]\n"c.c" = "<1"\n'),
        mod("e.e", '[requires]\n"a.a" = "*"\n'),
        mod("f.f", '[conflicts]\n"c.c" = { reason = "both change doors" }\n'),
        mod("g.g", '[requires]\nfootfall = ">=99"\n'),
    )
    assert ids == ("c.c",)
    assert [(f.mod, f.code, f.location) for f in findings] == [
        ("a.a", "missing", "a.a/mod.toml:5"),
        ("b.b", "version", "b.b/mod.toml:5"),
        ("d.d", "version", "d.d/mod.toml:5"),
        ("g.g", "version", "g.g/mod.toml:5"),
        ("e.e", "needs-off", "e.e/mod.toml:5"),
        ("f.f", "conflict", "f.f/mod.toml:5"),
    ]
    assert all(f.fix and f.disables_mod for f in findings)
    assert findings[1].text == "needs c.c >=2, but c.c has version 1.9"
    assert "both change doors" in findings[-1].text


names = st.sampled_from([f"m.m{n}" for n in range(8)])


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(names, st.tuples(st.sets(names), st.sets(names), st.sets(names)), min_size=1), st.randoms())
def test_order_depends_only_on_manifests(
    graph: Mapping[str, tuple[set[str], set[str], set[str]]], shuffle: object
) -> None:
    mods = []
    for id, (requires, after, before) in graph.items():
        needs = "".join(f'"{r}" = "*"\n' for r in sorted(requires & set(graph) - {id}))
        lists = f"[order]\nafter = {sorted(after)}\nbefore = {sorted(before)}\n"
        mods.append(mod(id, f"[requires]\n{needs}{lists}"))
    ids, findings = run(*mods)
    shuffle.shuffle(mods)  # type: ignore[attr-defined]
    again, findings_again = run(*mods)
    assert ids == again
    assert sorted(map(str, findings)) == sorted(map(str, findings_again))
    off = {f.mod for f in findings if f.disables_mod}
    assert set(ids) | off == set(graph)
    for id in ids:
        assert all(need in ids[: ids.index(id)] for need in graph[id][0] & set(graph) - {id})


def test_1500_manifests_are_read_and_sorted_quickly() -> None:
    texts = [
        (f"m.m{n}", f'[mod]\nid = "m.m{n}"\nversion = "1.0"\n[requires]\n"m.m{n // 2}" = ">=1"\n' if n else
         '[mod]\nid = "m.m0"\nversion = "1.0"\n')
        for n in range(1500)
    ]  # fmt: skip
    begin = time.perf_counter()
    mods = []
    for id, text in texts:
        manifest, _ = read_manifest(f"{id}/mod.toml", text.encode())
        mods.append(Mod(manifest, text.encode(), FolderFiles(id), Source.PROJECT))
    ids, findings = run(*mods)
    assert time.perf_counter() - begin < 2  # a guard against quadratic time
    assert len(ids) == 1500
    assert not findings
