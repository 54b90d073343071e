"""The settings of the rules: world-scope settings of this plugin, read once per game."""

from __future__ import annotations

import msgspec

from footfall.api import Context
from footfall.api.chance import AS_WRITTEN, ChanceTable
from footfall.api.grid import WORLD_PART


class RuleSettings(msgspec.Struct, frozen=True, cache_hash=True):
    """One field per setting; ``melee_cap_to_hit`` is the setting ``melee.cap_to_hit``.

    Defaults, ranges and labels are in ``mod.toml``, meanings in ``docs/rules/stealth.md``.

    Attributes:
        chances: the rules of chance as mods have changed them, for odds.
    """

    time_unit: int
    time_extra_zeroes_pool: bool
    door_consume_key: bool
    secret_inspect_chance: float
    melee_cap_to_hit: int
    melee_cap_defense: int
    melee_cache_from_objects: bool
    melee_visible_only: bool
    melee_fortify_needs_awareness: bool
    melee_retreat_def: int
    melee_retreat_needs_distance: bool
    melee_on_damage: str
    melee_clear_outside: bool
    melee_npc_cache: bool
    stamina_rest: int
    hit_die: int
    hit_bonus_min: int
    hit_bonus_max: int
    hit_from_potions: int
    hit_from_weapon: int
    hit_from_artefact: int
    proficiency_enabled: bool
    crit_enabled: bool
    crit_permille: int
    crit_permille_per_luck: int
    reach_line_of_sight: bool
    backstab_memory: str
    backstab_mode: str
    backstab_adjacent_only: bool
    stealth_wall_bonus: int
    lamp_fov: int
    lamp_stealth: int
    lamp_cost: int
    listen_waits: int
    listen_target: int
    listen_radius: int
    listen_naming: int
    listen_mode: bool
    hearing_direction: str
    hearing_loudness_extends: bool
    engage_mode: str
    engage_stealth_floor: int
    engage_noise_on_sight: bool
    engage_adjacent_base: str
    engage_fail_attacks: bool
    sleep_wake_die: str
    sleep_range: str
    ai_pc_priority: str
    ai_bfs_radius: int
    ai_path_recalc_interval: int
    ai_path_failure_limit: int
    ai_max_pursuit_range: int
    ai_aggro_loss_base: int
    ai_aggravated_uses_engage: bool
    ai_warden_search: int
    ai_mimic_sleep: int
    item_loot_cost: int
    rules: str
    chances: ChanceTable = AS_WRITTEN

    @property
    def shipped(self) -> bool:
        """Whether the rules that only the shipped game has are in force, and not the design's alone."""
        return self.rules == "shipped"


SETTING_NAMES = {field: field.replace("_", ".", 1) for field in RuleSettings.__struct_fields__ if field != "chances"}
"""Setting name by field."""


def rule_settings(ctx: Context) -> RuleSettings:
    """The settings of this game, from the cache after the first call."""
    cache = ctx.state.parts[WORLD_PART].__dict__
    settings: RuleSettings | None = cache.get("core.stealth:settings")
    if settings is None or settings.chances is not ctx.chances:
        values = {field: ctx.setting(f"core.stealth.{name}") for field, name in SETTING_NAMES.items()}
        settings = cache["core.stealth:settings"] = RuleSettings(**values, chances=ctx.chances)
    return settings
