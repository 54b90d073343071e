"""The public API of tile games, in addition to `footfall.api`: levels, actors, items, noises."""

from footfall import kernels as kernels
from footfall.world.changes import WORLD_CHANGES as WORLD_CHANGES
from footfall.world.changes.actors import (
    EffectEnded as EffectEnded,
    EffectStarted as EffectStarted,
    Heal as Heal,
    HpDepleted as HpDepleted,
    Hurt as Hurt,
    Move as Move,
    Moved as Moved,
    RemoveActor as RemoveActor,
    SetEffect as SetEffect,
    SetSide as SetSide,
    SetStat as SetStat,
    Spawn as Spawn,
    Spawned as Spawned,
    StatsChanged as StatsChanged,
    Swap as Swap,
    Swapped as Swapped,
    WasHurt as WasHurt,
)
from footfall.world.changes.items import (
    AddFixture as AddFixture,
    AddItem as AddItem,
    Equip as Equip,
    ExpireNoises as ExpireNoises,
    MakeNoise as MakeNoise,
    MarkNoisesReported as MarkNoisesReported,
    PutItem as PutItem,
    SetFixtureHp as SetFixtureHp,
    SetItem as SetItem,
)
from footfall.world.changes.levels import (
    KEEP_TILE as KEEP_TILE,
    AddLevel as AddLevel,
    EnterLevel as EnterLevel,
    LinkStairs as LinkStairs,
    MarkExplored as MarkExplored,
    PaintTiles as PaintTiles,
    Recognize as Recognize,
    SetTile as SetTile,
    TileChanged as TileChanged,
    TilesPainted as TilesPainted,
)
from footfall.world.level import (
    DOOR_SOUND_COST as DOOR_SOUND_COST,
    OPEN_SOUND_COST as OPEN_SOUND_COST,
    WALL_SOUND_COST as WALL_SOUND_COST,
    Cell as Cell,
    Coordinate as Coordinate,
    Level as Level,
    LevelIndex as LevelIndex,
    Tile as Tile,
    chebyshev_distance as chebyshev_distance,
    is_inside as is_inside,
    tile_id_at as tile_id_at,
)
from footfall.world.level_draft import (
    LevelDraft as LevelDraft,
    PlacedActor as PlacedActor,
    PlacedFixture as PlacedFixture,
    PlacedItem as PlacedItem,
    Room as Room,
    render_draft as render_draft,
)
from footfall.world.senses import (
    compute_hearing_map as compute_hearing_map,
    find_loudness as find_loudness,
    find_visible_cells as find_visible_cells,
)
from footfall.world.state import (
    ITEMS_KEY as ITEMS_KEY,
    WORLD_PART as WORLD_PART,
    Actor as Actor,
    Fixture as Fixture,
    Item as Item,
    LyingItems as LyingItems,
    Noise as Noise,
    World as World,
    current_level as current_level,
    find_fixture_at as find_fixture_at,
    forget_lying_items as forget_lying_items,
    get_level_index as get_level_index,
    get_lying_items as get_lying_items,
    get_world as get_world,
    list_carried_items as list_carried_items,
    list_items_at as list_items_at,
)
from footfall.world.state_checks import ORPHAN_POLICY as ORPHAN_POLICY, check_world as check_world
from footfall.world.worldgen.connectivity import (
    are_connected as are_connected,
    build_cave_mask as build_cave_mask,
    can_be_blocked as can_be_blocked,
    carve_cave as carve_cave,
    find_far_half as find_far_half,
    find_walkable_cells as find_walkable_cells,
    is_cut_cell as is_cut_cell,
)
from footfall.world.worldgen.rooms import (
    ROOM_SHAPES as ROOM_SHAPES,
    build_room_mask as build_room_mask,
    build_spanning_tree as build_spanning_tree,
    carve_room as carve_room,
    dig_corridor as dig_corridor,
    find_door_cells as find_door_cells,
    is_box_free as is_box_free,
    place_columns as place_columns,
)
from footfall.world.worldgen.vaults import (
    Vault as Vault,
    can_place_vault as can_place_vault,
    stamp_vault as stamp_vault,
)
