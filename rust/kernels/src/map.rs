//! The two map types of the kernels.

/// One byte per cell, row-major; nonzero is open.
#[derive(Clone, Copy)]
pub struct Mask<'a> {
    pub cells: &'a [u8],
    pub height: usize,
    pub width: usize,
}

impl Mask<'_> {
    /// Whether (y, x) lies on the map and is open.
    #[inline]
    pub fn is_open(&self, y: i32, x: i32) -> bool {
        self.is_inside(y, x) && self.cells[y as usize * self.width + x as usize] != 0
    }

    #[inline]
    pub fn is_inside(&self, y: i32, x: i32) -> bool {
        (y as u32 as usize) < self.height && (x as u32 as usize) < self.width
    }
}

/// A map with a ring of extra cells, so that access to neighbors needs no bounds checks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Padded<T> {
    pub height: usize,
    pub width: usize,
    pub cells: Vec<T>,
}

impl<T: Copy> Padded<T> {
    /// A map filled with `value`, including its ring.
    pub fn from_value(height: usize, width: usize, value: T) -> Self {
        Padded { height, width, cells: vec![value; (height + 2) * (width + 2)] }
    }

    /// Copies row-major cells, with a ring of `rim`.
    pub fn from_rows(height: usize, width: usize, rows: &[T], rim: T) -> Self {
        let mut map = Self::from_value(height, width, rim);
        for (y, row) in rows.chunks_exact(width).enumerate() {
            map.row_mut(y).copy_from_slice(row);
        }
        map
    }

    /// Number of cells from one row to the next.
    #[inline]
    pub fn stride(&self) -> usize {
        self.width + 2
    }

    #[inline]
    pub fn index(&self, (y, x): (usize, usize)) -> usize {
        (y + 1) * self.stride() + x + 1
    }

    #[inline]
    pub fn position(&self, index: usize) -> (usize, usize) {
        (index / self.stride() - 1, index % self.stride() - 1)
    }

    /// The cells of row y, without the ring.
    pub fn row(&self, y: usize) -> &[T] {
        let first = self.index((y, 0));
        &self.cells[first..first + self.width]
    }

    pub fn row_mut(&mut self, y: usize) -> &mut [T] {
        let first = self.index((y, 0));
        &mut self.cells[first..first + self.width]
    }

    /// Index offsets of the neighbors, in the order of `DIRECTIONS`.
    #[inline]
    pub fn steps(&self) -> [isize; 8] {
        let stride = self.stride() as isize;
        crate::DIRECTIONS.map(|(dy, dx)| dy as isize * stride + dx as isize)
    }
}
