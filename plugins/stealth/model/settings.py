"""The settings of the rules: world-scope settings of this plugin, read once per game."""

from functools import cached_property
from operator import itemgetter

import msgspec

from footfall.api import Context
from footfall.api.chance import AS_WRITTEN, ChanceTable
from footfall.api.grid import WORLD_PART


class RuleSettings(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """One field per setting; the encoded name ``melee_cap_to_hit`` is the setting ``melee.cap_to_hit``.

    Defaults, ranges and labels are in ``mod.toml``, meanings in ``docs/rules/stealth.md``.

    Attributes:
        chances: the rules of chance as mods have changed them, for odds.
    """

    time_unit: int
    empties_time_pool: bool = msgspec.field(name="time_extra_zeroes_pool")
    consumes_keys: bool = msgspec.field(name="door_consume_key")
    secret_inspect_chance: float
    melee_cap_to_hit: int
    melee_cap_defense: int
    objects_change_cache: bool = msgspec.field(name="melee_cache_from_objects")
    needs_visible_enemies: bool = msgspec.field(name="melee_visible_only")
    needs_awareness_to_fortify: bool = msgspec.field(name="melee_fortify_needs_awareness")
    melee_retreat_def: int
    needs_distance_to_retreat: bool = msgspec.field(name="melee_retreat_needs_distance")
    melee_on_damage: str
    clears_cache_outside_melee: bool = msgspec.field(name="melee_clear_outside")
    creatures_have_cache: bool = msgspec.field(name="melee_npc_cache")
    stamina_rest: int
    hit_die: int
    hit_bonus_min: int
    hit_bonus_max: int
    hit_from_potions: int
    hit_from_weapon: int
    hit_from_artefact: int
    has_proficiency: bool = msgspec.field(name="proficiency_enabled")
    has_critical_hits: bool = msgspec.field(name="crit_enabled")
    crit_permille: int
    crit_permille_per_luck: int
    needs_clear_line: bool = msgspec.field(name="reach_line_of_sight")
    backstab_memory: str
    backstab_mode: str
    is_backstab_adjacent_only: bool = msgspec.field(name="backstab_adjacent_only")
    stealth_wall_bonus: int
    lamp_fov: int
    lamp_stealth: int
    lamp_cost: int
    listen_waits: int
    listen_target: int
    listen_radius: int
    listen_naming: int
    has_listening_mode: bool = msgspec.field(name="listen_mode")
    hearing_direction: str
    extends_hearing_by_loudness: bool = msgspec.field(name="hearing_loudness_extends")
    engage_mode: str
    engage_stealth_floor: int
    counts_noise_on_sight: bool = msgspec.field(name="engage_noise_on_sight")
    engage_adjacent_base: str
    attacks_when_fooled: bool = msgspec.field(name="engage_fail_attacks")
    sleep_wake_die: str
    sleep_range: str
    ai_pc_priority: str
    ai_bfs_radius: int
    ai_path_recalc_interval: int
    ai_path_failure_limit: int
    ai_max_pursuit_range: int
    ai_aggro_loss_base: int
    uses_engage_in_pursuit: bool = msgspec.field(name="ai_aggravated_uses_engage")
    ai_warden_search: int
    ai_mimic_sleep: int
    item_loot_cost: int
    rules: str
    chances: ChanceTable = AS_WRITTEN

    @cached_property
    def shipped(self) -> bool:
        """Whether the rules that only the shipped game has are in force, and not the design's alone."""
        return self.rules == "shipped"


_read_settings = itemgetter(
    *("core.stealth." + name.replace("_", ".", 1) for name in RuleSettings.__struct_encode_fields__[:-1])
)
"""Lists the settings in the order of the fields; the last field is not a setting."""


def rule_settings(ctx: Context) -> RuleSettings:
    """The settings of this game, from the cache after the first call."""
    cache = ctx.state.parts[WORLD_PART].__dict__
    settings: RuleSettings | None = cache.get("core.stealth:settings")
    if settings is None or settings.chances is not ctx.chances:
        fields = *_read_settings(ctx.state.settings), ctx.chances
        settings = cache["core.stealth:settings"] = RuleSettings(*fields)
    return settings
