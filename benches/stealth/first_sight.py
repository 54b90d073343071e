"""What awake creatures know of the character when it first sees them.

    python benches/stealth/first_sight.py [--games 200] [--bot cautious] [--commands 150] [--rules shipped]

A bot plays each game from a floor between 2 and 8. Counted are the enemies that were not asleep when they first came
into view, by their awareness.
"""

from __future__ import annotations

import argparse
from collections import Counter

from footfall.api import Command
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actors.identification import disguise_of
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.scene.chances import awareness_of
from footfall.plugins.stealth.senses.sight import player_sees
from footfall.sim.bots import find_bot

FIRST_FLOOR, FLOORS = 2, 7


def list_newcomers(session: Session, known: set[int]) -> list[str]:
    """The awareness of the enemies that came into view for the first time."""
    ctx = session.context()
    found = []
    for actor in get_phase(ctx).actors:
        if (
            actor.side != "hostile"
            or actor.id in known
            or not player_sees(get_phase(ctx), actor.at)
            or disguise_of(get_phase(ctx), actor)
        ):
            continue
        known.add(actor.id)
        found.append(awareness_of(get_phase(ctx), actor).value)
    return found


def play_game(rules: Rules, seed: int, bot_name: str, commands: int) -> Counter[str]:
    """Counts the awareness at first sight in one game; creatures in view at its start do not count."""
    session = Session.begin(rules, seed, {"floor": FIRST_FLOOR + seed % FLOORS}, quiet=True)
    bot = find_bot(rules, bot_name)
    context = BotContext(session, bot.id, 1)
    known: set[int] = set()
    list_newcomers(session, known)
    counts: Counter[str] = Counter()
    for _ in range(commands):
        options: list[Command] = list_legal_commands(session)
        if not options:
            break
        session.submit(bot.decide(context, options))
        if session.state.outcome is not None:
            break
        counts.update(list_newcomers(session, known))
    return counts


def main() -> None:
    """Plays the games and prints the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--bot", default="cautious")
    parser.add_argument("--commands", type=int, default=150)
    parser.add_argument("--rules", default="shipped", choices=("shipped", "classic"))
    args = parser.parse_args()
    rules = load("core.stealth", only=(), settings={"core.stealth.rules": args.rules}).rules
    counts: Counter[str] = Counter()
    for seed in range(args.games):
        counts += play_game(rules, seed, args.bot, args.commands)
    awake = sum(counts.values()) - counts["asleep"]
    print(f"{args.games} games of {args.bot}, {args.rules}: {awake} awake, {counts['asleep']} asleep at first sight")
    for name, count in sorted(counts.items(), key=lambda item: -item[1]):
        if name != "asleep":
            print(f"  {name:14} {count:5}  {100 * count / max(1, awake):5.1f} %")


if __name__ == "__main__":
    main()
