"""Usual versions and ranges, read without the library `packaging`, mean what it says they mean."""

from __future__ import annotations

from itertools import product

from packaging.specifiers import SpecifierSet

from footfall.loader.versions import is_in_range

VERSIONS = ("0", "0.0", "0.9", "1", "1.0", "1.0.0", "1.0.1", "1.2", "1.10", "2.0.0.1", "01.2", "10")


def test_usual_ranges_mean_what_packaging_says() -> None:
    ranges = [f"{sign}{bound}" for sign, bound in product((">=", "<=", ">", "<"), VERSIONS)]
    ranges += [">=1,<2", " >= 1.0 , < 1.10 ", ">1.0,<1.0.1"]
    for version, versions in product(VERSIONS, ranges):
        assert is_in_range(version, versions) == SpecifierSet(versions).contains(version), (version, versions)


def test_unusual_ones_are_left_to_packaging() -> None:
    assert is_in_range("1.0rc1", "<1") is SpecifierSet("<1").contains("1.0rc1", prereleases=True)
    assert is_in_range("1.0rc1", ">=0.9")
    assert is_in_range("1.4.2", "~=1.4")
    assert not is_in_range("2.0", "~=1.4")
    assert is_in_range("7", "*")
