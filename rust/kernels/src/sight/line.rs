//! Digital lines (J. E. Bresenham, 1965), and the line of sight between two centers.

use crate::map::Mask;

/// The cells from `a` to `b`, including both; exact halves take the smaller coordinate.
pub fn line(a: (i32, i32), b: (i32, i32), mut visit: impl FnMut(i32, i32)) {
    let (dy, dx) = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
    let steps = dy.abs().max(dx.abs());
    if steps == 0 {
        return visit(a.0, a.1);
    }
    let along = |i: i64, delta: i64| (2 * i * delta + steps - 1).div_euclid(2 * steps) as i32;
    for i in 0..=steps {
        visit(a.0 + along(i, dy), a.1 + along(i, dx));
    }
}

/// Whether the line between two centers is free, with all exact halves rounded to one side, or all to the other.
pub fn line_of_sight(map: Mask, a: (i32, i32), b: (i32, i32)) -> bool {
    let (dy, dx) = (b.0 - a.0, b.1 - a.1);
    let width = map.width as isize;
    let (step_y, step_x) = (dy.signum() as isize * width, dx.signum() as isize);
    let (long, short) = (dy.abs().max(dx.abs()), dy.abs().min(dx.abs()));
    // Step along the longer axis; `side` steps along the shorter one as well.
    let (ahead, side) = if dy.abs() >= dx.abs() { (step_y, step_x) } else { (step_x, step_y) };
    let mut cell = a.0 as isize * width + a.1 as isize;
    let mut error = 0;
    let (mut near, mut far) = (true, true);
    for _ in 1..long {
        cell += ahead;
        error += 2 * short;
        if error > long {
            error -= 2 * long;
            cell += side;
        }
        // The cell is the one nearer to a's row or column; at an exact half the other is one side step further.
        if error == long {
            near &= map.cells[cell as usize] != 0;
            far &= map.cells[(cell + side) as usize] != 0;
        } else if map.cells[cell as usize] == 0 {
            return false;
        }
        if !(near || far) {
            return false;
        }
    }
    near || far
}
