//! Paths on one grid with options that were checked once.

use crate::args::Value;
use crate::arrays::pairs;
use crate::grid::Grid;
use crate::path::{Cells, PathMap, Paths, Search};
use footfall_kernels::terrain::Moves;
use pyo3::prelude::*;

/// Finds paths on one Grid with fixed options; see kernels.reference.Finder.
#[pyclass(frozen)]
pub struct Finder {
    #[pyo3(get)]
    grid: Py<Grid>,
    moves: Moves,
    search: Search,
}

impl Finder {
    pub fn new(grid: Py<Grid>, moves: Moves, search: Search) -> Self {
        Finder { grid, moves, search }
    }

    fn map(&self) -> PathMap<'_> {
        PathMap::Grid(self.grid.get(), self.moves)
    }
}

#[pymethods]
impl Finder {
    /// A cheapest path as int32 (n, 2), or None.
    fn find_path<'py>(
        &self,
        py: Python<'py>,
        start: Value<'_, 'py>,
        goal: Value<'_, 'py>,
    ) -> PyResult<Option<Cells<'py>>> {
        let path = self.search.one(&self.map(), start, goal)?;
        path.map(|path| pairs(py, &path.cells)).transpose()
    }

    /// The cost of the path that find_path finds, or None.
    fn path_cost(&self, start: Value, goal: Value) -> PyResult<Option<u32>> {
        let search = Search { canonical: false, ..self.search };
        Ok(search.one(&self.map(), start, goal)?.map(|path| path.cost))
    }

    /// Many paths, and their costs.
    fn find_paths<'py>(&self, py: Python<'py>, starts: Value<'_, 'py>, goals: Value<'_, 'py>) -> PyResult<Paths<'py>> {
        self.search.many(py, &self.map(), starts, goals)
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        Ok(format!("Finder({})", self.grid.bind(py).repr()?))
    }
}
