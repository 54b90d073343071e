//! Lines and fields of view. The Python reference, `sight.py`, states the rule.

pub mod beams;
mod line;
mod shadow;
pub mod window;

pub use line::{line, line_of_sight};
pub use shadow::field_of_view;

/// The meaning of a radius.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Chebyshev distance.
    Square,
    /// dy² + dx² <= radius².
    Circle,
}

impl Shape {
    /// Whether an offset lies within a radius; a negative radius has no limit.
    #[inline]
    pub fn reaches(self, dy: i32, dx: i32, radius: i32) -> bool {
        radius < 0
            || match self {
                Shape::Square => dy.abs().max(dx.abs()) <= radius,
                Shape::Circle => {
                    let (dy, dx, radius) = (i64::from(dy), i64::from(dx), i64::from(radius));
                    dy * dy + dx * dx <= radius * radius
                }
            }
    }
}
