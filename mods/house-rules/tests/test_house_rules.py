"""The ruling is asked and answered; rooms on dangerous levels are announced; the highest face finds more."""

from footfall.plugins.delve.hookspecs import Combat, Reveal, Ruling, Totaling


def test_special_ends_are_hidden_rooms(footfall_begin) -> None:
    ctx = footfall_begin("delve").session.context("core.delve")
    words = ("alcove", "closed", "doorless_room", "reroll")
    ruling = Ruling("core.delve:special_end", "alcove", words)
    assert ctx.decide("core.delve:decide_ruling", ruling) == "doorless_room"
    assert ctx.decide("core.delve:decide_ruling", Ruling("core.delve:other", "alcove", words)) is None


def test_only_dangerous_rooms_are_announced(footfall_begin) -> None:
    ctx = footfall_begin("delve").session.context("core.delve")
    for danger, lines in ((2, 0), (3, 1)):
        assert len(ctx.notify("core.delve:on_reveal", Reveal(1, "room", "lair", danger=danger))) == lines


def test_only_crowded_rooms_look_up(footfall_begin) -> None:
    ctx = footfall_begin("delve").session.context("core.delve")
    for monsters, lines in ((3, 0), (4, 1)):
        assert len(ctx.notify("core.delve:on_combat", Combat(1, "lair", monsters))) == lines


def test_a_search_with_the_highest_face_finds_more(footfall_begin) -> None:
    ctx = footfall_begin("delve").session.context("core.delve")
    for face, total in ((11, 11), (12, 13)):
        found = ctx.fold("core.delve:on_total", Totaling(0, "secret", face, 0, 0, face), {"total": face})
        assert found["total"] == total
