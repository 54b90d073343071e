"""The page of the King: the floors that his d4 leads to, the deeds of his d6."""

from footfall.api import Message
from footfall.api.scene import Line, Panel, Span, Tint

from ..layout import FLOORS, spin_wheel
from ..records import GameRecords, KingEffect
from ..state import Board
from .about import describe_costs
from .card_words import join_messages

LABEL = Message("king-page-king-label")
PATH_FACES = 4


def build_king_page(records: GameRecords, board: Board) -> Panel:
    """Builds the page."""
    about = (Message("king-about-king"), *describe_costs(board))
    lines = [Line((Span(text),)) for text in about]
    if board.banish:
        lines.append(Line((Span(Message("king-away", {"rounds": board.banish}), Tint.GOOD),)))
    for head, rows in (("path", list_path_faces(board)), ("deeds", list_deed_faces(records, board))):
        lines += [Line(), Line((Span(Message(f"king-faces-{head}"), Tint.STRONG),))]
        lines += [Line((Span(f"  {faces:4} ", Tint.STRONG), Span(text))) for faces, text in rows]
    return Panel(Message("king-page-king"), tuple(lines), label=LABEL, is_reference=True)


def list_path_faces(board: Board) -> list[tuple[str, Message]]:
    """Returns the faces of the King's d4 and where each leads from his floor now (K-END-3)."""
    goals: dict[int, list[int]] = {}
    for face in range(1, PATH_FACES + 1):
        if board.profile.roulette == "wheel":
            floor = spin_wheel(board.king, face)
        else:
            floor = face - 1 if face <= FLOORS else FLOORS
        goals.setdefault(floor, []).append(face)
    return [
        (
            ", ".join(map(str, faces)),
            Message("king-face-again" if floor == FLOORS else "king-face-floor", {"floor": floor + 1}),
        )
        for floor, faces in goals.items()
    ]


def list_deed_faces(records: GameRecords, board: Board) -> list[tuple[str, Message]]:
    """Returns the faces of the King's d6 with their deeds (K-KING-D6)."""
    rows, first = [], 1
    for row in records.king_table.rows:
        faces = str(first) if first == row.max_total else f"{first}-{row.max_total}"
        deeds = [describe_deed(board, effect) for effect in row.effects] or [Message("king-deed-nothing")]
        has_rival = board.false_king >= 0 or board.profile.crown_source != "none"
        spared = set(board.profile.fk_floor_exempt)
        if has_rival and spared and set(range(first, row.max_total + 1)) <= spared:
            deeds.append(Message("king-face-spared"))
        text = join_messages("king-reasons", deeds)
        assert text is not None
        rows.append((faces, text))
        first = row.max_total + 1
    return rows


def describe_deed(board: Board, effect: KingEffect) -> Message:
    """Describes what a word of the King's table does, under the profile of this game."""
    word, *arguments = effect
    if word == "reorder":
        way = "shuffle" if board.profile.king_d6_1 == "shuffle" else "floors"
        return Message(f"king-face-{way}", {"replaces": "yes" if board.profile.has_d6_1_for_ring else "no"})
    return Message(f"king-face-{word}", {"amount": arguments[0] if arguments else 0})
