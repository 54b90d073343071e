//! The `Grid` class: map layers prepared for the kernels.

use crate::args::{Arg, Value, checks, integer};
use crate::finder::Finder;
use crate::forks::count_forks;
use crate::layers::{Layer, MovementArgs, absorption as absorption_layer};
use crate::memory::{filled, filled_room, room};
use crate::path::Search;
use crate::places::position;
use footfall_kernels::bits::Walls;
use footfall_kernels::field::AbsorptionRange;
use footfall_kernels::limits::MAX_COST;
use footfall_kernels::map::{Mask, Padded};
use footfall_kernels::path::RegionCache;
use footfall_kernels::terrain::{Moves, Terrain};
use numpy::ndarray::{ArrayView2, ShapeBuilder};
use numpy::npyffi::NPY_ARRAY_WRITEABLE;
use numpy::{PyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{RwLock, RwLockReadGuard, TryLockError};

/// Cells as bytes for NumPy, and their walls as bits.
pub struct Cells {
    pub open: Box<[bool]>,
    pub walls: Walls,
}

impl Cells {
    fn of(value: Value, name: &str) -> PyResult<(Self, (usize, usize))> {
        let layer = Layer::of(value, name)?;
        let bytes = layer.bytes()?;
        room(bytes.len() + 512 * (layer.height + layer.width), 1)?;
        let walls = Walls::of(Mask { cells: &bytes, height: layer.height, width: layer.width });
        let mut open = filled_room(bytes.len())?;
        open.extend(bytes.iter().map(|&cell| cell != 0));
        Ok((Cells { open: open.into_boxed_slice(), walls }, layer.shape()))
    }

    fn set(&mut self, (y, x): (usize, usize), open: bool) {
        self.open[y * self.walls.rows.length + x] = open;
        self.walls.set(y, x, !open);
    }

    /// One byte per cell.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: a bool is a byte of 0 or 1.
        unsafe { &*(std::ptr::from_ref::<[bool]>(&self.open) as *const [u8]) }
    }

    /// Their memory in bytes.
    fn memory(&self) -> usize {
        let lines = [&self.walls.rows, &self.walls.columns].map(|lines| lines.stride() / 8 * (lines.count + 2));
        self.open.len() + lines.iter().sum::<usize>()
    }

    pub fn mask(&self) -> Mask<'_> {
        Mask { cells: self.bytes(), height: self.walls.rows.count, width: self.walls.rows.length }
    }
}

/// All layers of a grid.
pub struct Layers {
    pub walkable: Option<(Cells, Terrain)>,
    /// Regions of walkable cells, computed on demand.
    pub regions: RegionCache,
    pub transparent: Option<Cells>,
    pub absorption: Option<Padded<u16>>,
    pub absorbs: AbsorptionRange,
    generation: u64,
}

/// The layers of one map, prepared for the kernels; see kernels.reference.Grid.
#[pyclass(frozen)]
pub struct Grid {
    pub size: (usize, usize),
    /// Whether it has a walkable, transparent and absorption layer.
    pub present: [bool; 3],
    layers: UnsafeCell<RwLock<Layers>>,
    /// The number of forks when the lock was made.
    forks: AtomicU64,
}

// SAFETY: the cell is written only under the interpreter lock, right after a fork, when there is one thread.
unsafe impl Sync for Grid {}

impl Grid {
    /// The lock of the layers. After a fork it is a new one: threads of the parent may have held the old one.
    fn lock(&self, _: Python) -> &RwLock<Layers> {
        let forks = count_forks();
        if self.forks.load(Ordering::Relaxed) != forks {
            // SAFETY: no thread of this process has used the lock, and nothing holds the interpreter lock but us. The
            // cells stay where they are. The regions go, for one of those threads may have been computing them.
            unsafe {
                let place = self.layers.get();
                let mut layers = std::ptr::read(place).into_inner().unwrap_or_else(|broken| broken.into_inner());
                std::mem::forget(std::mem::take(&mut layers.regions));
                std::ptr::write(place, RwLock::new(layers));
            }
            self.forks.store(forks, Ordering::Relaxed);
        }
        // SAFETY: written above only.
        unsafe { &*self.layers.get() }
    }

    /// The layers, for reading. No Python code may run before the guard is dropped: it could edit the grid, and wait
    /// for us forever.
    ///
    /// Waiting releases the interpreter lock: a running reader may need it to finish, with an edit queued before us.
    pub fn read(&self, py: Python) -> RwLockReadGuard<'_, Layers> {
        loop {
            match self.lock(py).try_read() {
                Ok(layers) => return layers,
                Err(TryLockError::Poisoned(broken)) => return broken.into_inner(),
                Err(TryLockError::WouldBlock) => py.detach(std::thread::yield_now),
            }
        }
    }

    /// Edits the layers when all readers have finished.
    fn write(&self, py: Python, edit: impl FnOnce(&mut Layers) + Send) {
        let lock = self.lock(py);
        match lock.try_write() {
            Ok(mut layers) => edit(&mut layers),
            Err(TryLockError::Poisoned(broken)) => edit(&mut broken.into_inner()),
            Err(TryLockError::WouldBlock) => {
                py.detach(|| edit(&mut lock.write().unwrap_or_else(|broken| broken.into_inner())));
            }
        }
    }
}

/// Bytes a cell that labeling regions takes at most, with both labelings.
pub const REGIONS_BYTES: usize = 24;

/// The grid, if the argument is one.
pub fn as_grid<'a>(value: &Value<'a, '_>) -> Option<&'a Grid> {
    value.cast::<Grid>().ok().map(|grid| {
        let grid: Borrowed<'a, '_, Grid> = grid;
        // SAFETY: the argument keeps its object alive for 'a, and a frozen class is only ever shared.
        unsafe { &*std::ptr::from_ref(grid.get()) }
    })
}

/// The error for a layer that a grid does not have.
pub fn missing_layer_error(name: &str, layer: &str) -> PyErr {
    PyValueError::new_err(format!("{name}: expected a Grid with a {layer} layer, got one without"))
}

#[pymethods]
impl Grid {
    #[new]
    #[pyo3(signature = (walkable=None, transparent=None, absorption=None))]
    fn new(
        py: Python,
        walkable: Option<Value>,
        transparent: Option<Value>,
        absorption: Option<Value>,
    ) -> PyResult<Self> {
        let walkable = walkable.map(|value| Cells::of(value, "walkable")).transpose()?;
        let transparent = transparent.map(|value| Cells::of(value, "transparent")).transpose()?;
        let absorption = absorption.map(|value| absorption_layer(value)).transpose()?;
        let shapes: Vec<_> = walkable
            .iter()
            .map(|(_, shape)| *shape)
            .chain(transparent.iter().map(|(_, shape)| *shape))
            .chain(absorption.iter().map(|map| (map.height, map.width)))
            .collect();
        let size = checks(py)?.call_method1("one_shape", (shapes,))?.extract()?;
        let present = [walkable.is_some(), transparent.is_some(), absorption.is_some()];
        let mut prepared = None;
        if let Some((cells, (height, width))) = walkable {
            let mut cost = Padded { height, width, cells: filled(0u16, (height + 2) * (width + 2))? };
            for (y, row) in cells.open.chunks_exact(width).enumerate() {
                for (cost, &open) in cost.row_mut(y).iter_mut().zip(row) {
                    *cost = u16::from(open);
                }
            }
            prepared = Some((cells, Terrain { cost, extra: None }));
        }
        let transparent = transparent.map(|(cells, _)| cells);
        let absorbs = absorption.as_ref().map_or(AbsorptionRange { least: u16::MAX, most: 0 }, AbsorptionRange::of);
        let regions = RegionCache::default();
        let layers = Layers { walkable: prepared, regions, transparent, absorption, absorbs, generation: 0 };
        let layers = UnsafeCell::new(RwLock::new(layers));
        Ok(Grid { size, present, layers, forks: AtomicU64::new(count_forks()) })
    }

    #[getter]
    fn shape(&self) -> (usize, usize) {
        self.size
    }

    #[getter]
    fn generation(&self, py: Python) -> u64 {
        self.read(py).generation
    }

    #[getter]
    fn walkable<'py>(this: &Bound<'py, Self>) -> Option<Bound<'py, PyArray2<bool>>> {
        let layers = this.get().read(this.py());
        layers.walkable.as_ref().map(|(cells, _)| read_only_view(this, &cells.open, 0, this.get().size.1))
    }

    #[getter]
    fn transparent<'py>(this: &Bound<'py, Self>) -> Option<Bound<'py, PyArray2<bool>>> {
        let layers = this.get().read(this.py());
        layers.transparent.as_ref().map(|cells| read_only_view(this, &cells.open, 0, this.get().size.1))
    }

    #[getter]
    fn absorption<'py>(this: &Bound<'py, Self>) -> Option<Bound<'py, PyArray2<u16>>> {
        let layers = this.get().read(this.py());
        layers.absorption.as_ref().map(|map| read_only_view(this, &map.cells, map.index((0, 0)), map.stride()))
    }

    /// Changes one cell of the given layers; see kernels.reference.Grid.set.
    #[pyo3(signature = (y, x, *, walkable=None, transparent=None, absorption=None))]
    fn set(
        &self,
        y: Value,
        x: Value,
        walkable: Option<Value>,
        transparent: Option<Value>,
        absorption: Option<Value>,
    ) -> PyResult<()> {
        let pair = (y, x).into_pyobject(y.py())?;
        let cell = position(Value::from(pair.as_any().as_borrowed()), "y, x", self.size)?;
        let flag = |value: Value, name| match value.cast::<PyBool>() {
            Ok(value) => Ok(value.is_true()),
            Err(_) => checks(value.py())?.call_method1("flag", (value, name))?.extract(),
        };
        let present = self.present;
        let need = |present: bool, name: &str| if present { Ok(()) } else { Err(missing_layer_error(name, name)) };
        let walkable = walkable.map(|value| need(present[0], "walkable").and_then(|()| flag(value, "walkable")));
        let walkable: Option<bool> = walkable.transpose()?;
        let transparent =
            transparent.map(|value| need(present[1], "transparent").and_then(|()| flag(value, "transparent")));
        let transparent: Option<bool> = transparent.transpose()?;
        let absorption = absorption
            .map(|value| {
                need(present[2], "absorption")?;
                integer(value, "absorption", 0, i64::from(MAX_COST))
            })
            .transpose()?;
        self.write(y.py(), |layers| {
            if let (Some(open), Layers { walkable: Some((cells, terrain)), regions, .. }) = (walkable, &mut *layers) {
                let index = terrain.cost.index(cell);
                if terrain.is_open(index) != open {
                    *regions = RegionCache::default();
                }
                cells.set(cell, open);
                terrain.cost.cells[index] = u16::from(open);
            }
            if let (Some(open), Some(cells)) = (transparent, layers.transparent.as_mut()) {
                cells.set(cell, open);
            }
            if let (Some(cost), Some(map)) = (absorption, layers.absorption.as_mut()) {
                let index = map.index(cell);
                map.cells[index] = cost as u16;
                layers.absorbs = layers.absorbs.with(cost as u16);
            }
            layers.generation += 1;
        });
        Ok(())
    }

    /// Precomputes the regions of walkable cells; see kernels.reference.Grid.prepare.
    fn prepare(&self, py: Python) -> PyResult<()> {
        if !self.present[0] {
            return Err(missing_layer_error("prepare", "walkable"));
        }
        room(self.size.0 * self.size.1, REGIONS_BYTES)?;
        let layers = self.read(py);
        let Some((cells, _)) = &layers.walkable else { return Ok(()) };
        py.detach(|| {
            for corner_cutting in [false, true] {
                layers.regions.compute(cells.mask(), Moves { straight: 1, diagonal: 1, corner_cutting });
            }
        });
        Ok(())
    }

    /// A finder of paths with options that are checked once; see kernels.reference.Grid.finder.
    #[pyo3(signature = (*, straight_cost=Arg::Missing, diagonal_cost=Arg::Missing, corner_cutting=Arg::Missing,
        max_cost=Arg::Missing, max_nodes=Arg::Missing, within=Arg::Missing, canonical=Arg::Missing))]
    #[pyo3(text_signature = "($self, *, straight_cost=1, diagonal_cost=1, corner_cutting=True, max_cost=None, \
        max_nodes=None, within=None, canonical=False)")]
    fn finder<'py>(
        this: &Bound<'py, Self>,
        straight_cost: Arg<'_, 'py>,
        diagonal_cost: Arg<'_, 'py>,
        corner_cutting: Arg<'_, 'py>,
        max_cost: Arg<'_, 'py>,
        max_nodes: Arg<'_, 'py>,
        within: Arg<'_, 'py>,
        canonical: Arg<'_, 'py>,
    ) -> PyResult<Finder> {
        if !this.get().present[0] {
            return Err(missing_layer_error("finder", "walkable"));
        }
        let cost = Value::from(this.as_any().as_borrowed());
        let movement = MovementArgs { cost, extra: Arg::Missing, straight_cost, diagonal_cost, corner_cutting };
        let moves = movement.moves()?;
        let search = Search::of([&max_cost, &max_nodes, &within], &canonical)?;
        Ok(Finder::new(this.clone().unbind(), moves, search))
    }

    /// The memory in bytes, with the precomputed tables.
    fn __sizeof__(&self, py: Python) -> usize {
        let layers = self.read(py);
        let walkable = layers.walkable.as_ref().map(|(cells, terrain)| cells.memory() + 2 * terrain.cost.cells.len());
        let transparent = layers.transparent.as_ref().map(Cells::memory);
        let absorption = layers.absorption.as_ref().map(|map| 2 * map.cells.len());
        let all: usize = [walkable, transparent, absorption].into_iter().flatten().sum();
        size_of::<Self>() + all + layers.regions.bytes()
    }

    fn __repr__(&self, py: Python) -> String {
        let generation = self.read(py).generation;
        let names = ["walkable", "transparent", "absorption"].into_iter().zip(self.present);
        let names: Vec<_> = names.filter(|(_, there)| *there).map(|(name, _)| name).collect();
        let (height, width) = self.size;
        format!("Grid({height} x {width}, {}, generation {generation})", names.join(", "))
    }
}

/// A read-only view of a grid's cells, which keeps the grid alive.
fn read_only_view<'py, T: numpy::Element>(
    grid: &Bound<'py, Grid>,
    cells: &[T],
    first: usize,
    stride: usize,
) -> Bound<'py, PyArray2<T>> {
    let view = ArrayView2::from_shape(grid.get().size.strides((stride, 1)), &cells[first..]);
    let view = view.expect("a grid's layers have its shape");
    // SAFETY: the cells are boxed, never reallocated, and live as long as the grid, which the array keeps alive.
    let array = unsafe { PyArray2::borrow_from_array(&view, grid.clone().into_any()) };
    // SAFETY: the array object is alive.
    unsafe { (*array.as_array_ptr()).fields.flags &= !NPY_ARRAY_WRITEABLE };
    array
}
