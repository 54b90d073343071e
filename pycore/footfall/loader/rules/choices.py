"""The choice of a rule as data: ``choose = "foe in actor.creatures_within(5)"``, ``where``, ``by`` and ``up_to``."""

from msgspec.structs import replace

from footfall.expressions.checker import check_in
from footfall.expressions.choices import check_pick, make_choice
from footfall.expressions.errors import ExpressionError
from footfall.expressions.typed import BOOLEAN, INTEGER, Typed

from .values import PICK_KEYS, RuleError, RuleValues

EXAMPLE = 'choose = "foe in actor.creatures_within(5)"'


def read_pick(rule: RuleValues) -> Typed | None:
    """Returns the choice of a rule; from now on, expressions of the rule may read its item. None if it has none.

    Raises:
        RuleError: a key of it does not fit.
    """
    table = rule.table.table
    if "choose" not in table:
        for key in PICK_KEYS:
            if key in table:
                raise rule.make_error(f"{key} needs choose", (key,), EXAMPLE)
        return None
    source, most = table["choose"], table.get("up_to", 1)
    if not isinstance(source, str):
        raise rule.make_error("choose must be a text", ("choose",), EXAMPLE)
    try:
        choice, rule.scope, values = check_pick(source, 1, rule.scope, check_in)
        rule.items[choice.item.name] = rule.vocabulary.readings.find_item_type(choice.items.name)
        resolver = rule.make_resolver(source)
        values = [(item, resolver.resolve(value)) for item, value in values]
        if type(most) is not int or not 1 <= most <= choice.limit:
            text = f"up_to must be a number from 1 to {choice.limit}, the most that this list has"
            raise rule.make_error(text, ("up_to",), "up_to = 3")
        where = rule.check(table.get("where", True), (BOOLEAN,), "where")
        order = rule.check(table.get("by", 0), (INTEGER,), "by")
        choice = replace(choice, items=resolver.resolve_input(choice.items, 1), count=most)
        return make_choice(choice, choice.item.type, 1, (where, order), values)
    except ExpressionError as error:
        rule.report_expression(source, error, ("choose",))
        raise RuleError(*rule.findings) from None
