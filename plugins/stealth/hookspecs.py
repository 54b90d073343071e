"""The hooks that only this game asks; mods implement them with ``@hook.of("core.stealth", ...)``."""

from footfall.api import Context, FoldReturn, HookKind, NotifyReturn, events, publish

from . import hook_events as e


@publish(HookKind.FOLD, "unaware", since="0.1")
def on_ambush(event: events.Attack, ctx: Context) -> FoldReturn:
    """Is the target of an attack unaware? Asked once per attack, before ``on_attack``; above 0 means yes.

    Example: ``return [set_to("unaware", 1, "out of the shadows")]``
    """


@publish(HookKind.FOLD, "engage", since="0.1")
def on_notice(event: e.Noticing, ctx: Context) -> FoldReturn:
    """A creature checks whether it notices a target; asked once per unaware creature and turn.

    Also asked for the odds on the screen: changes are then dropped, and the faces of dice counted if all listeners are
    rules as data that read the event alone; other dice give the middle of their range.

    Example: ``return [add("engage", -2, "fog")]``
    """


@publish(HookKind.FOLD, "patience", since="0.1")
def on_inquire(event: e.Inquiring, ctx: Context) -> FoldReturn:
    """A creature is about to go and look what made a noise; not asked under the classic rules. It stays if 0 is left.

    Example: ``return [set_to("patience", 0, "used to it")] if event.kind == "you-mod-gong" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_creature_turn(event: e.CreatureTurn, ctx: Context) -> NotifyReturn:
    """A creature that is awake has acted, things such as fires included; not asked for extra actions of the fast.

    Example: ``return [grid.MakeNoise(...)] if event.actor in howlers else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_meet(event: e.Meeting, ctx: Context) -> NotifyReturn:
    """The player's character has walked into a peaceful creature or a thing with words (``speaks``): an elder, a gong.

    Example: ``return [Tell(Message("you-mod-a-lever-clanks"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_throw(event: e.Throwing, ctx: Context) -> NotifyReturn:
    """An actor has thrown an item, which has hit, missed, shattered or fallen to the ground.

    Example: ``return [Tell(Message("you-mod-clatter"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_effect(event: e.ItemEffect, ctx: Context) -> NotifyReturn:
    """An item does what an effect word of a mod says: ``[words] use = ["scald"]``. Asked once per use with such a word.

    Example: ``return [grid.Hurt(event.target, event.amount)] if event.word == "scald" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_mood(event: e.MoodChange, ctx: Context) -> NotifyReturn:
    """A creature's mood has changed: it has woken, dozed off, begun to hunt or lost its target.

    Example: ``return [Tell(Message("you-mod-yawn"))] if event.before == "asleep" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_noticed(event: e.NoticeMade, ctx: Context) -> NotifyReturn:
    """A creature has noticed the player's character; not asked under the classic rules.

    Example: ``return [Tell(Message("you-mod-shiver"))] if event.manner == "hearing" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_search(event: e.SearchBegun, ctx: Context) -> NotifyReturn:
    """A creature has lost its target and begins to search for it; not asked under the classic rules.

    Example: ``return [Tell(Message("you-mod-sniffing"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_investigate(event: e.SearchBegun, ctx: Context) -> NotifyReturn:
    """A calm creature goes to look at something; not asked under the classic rules.

    Example: ``return [Tell(Message("you-mod-footsteps"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_give_up(event: e.SearchEnded, ctx: Context) -> NotifyReturn:
    """A creature has looked or searched long enough and gives up; not asked under the classic rules.

    Example: ``return [Tell(Message("you-mod-grumble"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_hurt(event: e.Wound, ctx: Context) -> NotifyReturn:
    """An actor has lost at least 1 hit point and lives.

    Asked for a loss by a rule, too, unless this hook led to that rule.

    Example: ``return [Tell(Message("you-mod-ouch"))] if event.amount > 3 else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_strike(event: e.Blow, ctx: Context) -> NotifyReturn:
    """An attack has been made, and its damage is done.

    Example: ``return [Tell(Message("you-mod-clang"))] if not event.is_hit else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_appear(event: e.Appearance, ctx: Context) -> NotifyReturn:
    """A creature has come into the game; those of a floor that is being built do not count.

    Example: ``return [Tell(Message("you-mod-footfall"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_arrive(event: e.Arrival, ctx: Context) -> NotifyReturn:
    """The player's character has come to a floor by stairs, and has looked around.

    Example: ``return [Tell(Message("you-mod-cold-air"))] if event.is_first else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_hunger(event: e.Hunger, ctx: Context) -> NotifyReturn:
    """The satiety of the player's character has fallen by one with time.

    Example: ``return [Tell(Message("you-mod-growl"))] if event.satiety == 5 else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_take(event: e.ItemMoved, ctx: Context) -> NotifyReturn:
    """The player's character has picked up an item, or taken it out of a container.

    Example: ``return [Tell(Message("you-mod-mine"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_drop(event: e.ItemMoved, ctx: Context) -> NotifyReturn:
    """The player's character has dropped an item.

    Example: ``return [Tell(Message("you-mod-thud"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_wear(event: e.ItemMoved, ctx: Context) -> NotifyReturn:
    """The player's character has put on or wielded an item.

    Example: ``return [Tell(Message("you-mod-fits"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_take_off(event: e.ItemMoved, ctx: Context) -> NotifyReturn:
    """The player's character has taken off an item.

    Example: ``return [Tell(Message("you-mod-lighter"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_identify(event: e.KindLearned, ctx: Context) -> NotifyReturn:
    """The player's character has learned what an item is, and others of its kind.

    Example: ``return [Tell(Message("you-mod-aha"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_sighting(event: e.Sighting, ctx: Context) -> NotifyReturn:
    """The player's character has seen a kind of creature that it had never seen before.

    Example: ``return [Tell(Message("you-mod-what-is-that"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_discover(event: e.Discovery, ctx: Context) -> NotifyReturn:
    """The player's character has recognized a secret.

    Example: ``return [Tell(Message("you-mod-hollow"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_tile(event: e.TileReplaced, ctx: Context) -> NotifyReturn:
    """The tile of a cell of the current level has changed: a door, a wall, a deed of a mod.

    Example: ``return [Tell(Message("you-mod-rumble"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_answer(event: e.Answering, ctx: Context) -> NotifyReturn:
    """The player has answered a question of a mod, that of `do.ask` or `do.ask_item`.

    Example: ``return [Tell(Message("you-mod-paid"))] if event.answer == "you-mod-pay" else None``
    """
