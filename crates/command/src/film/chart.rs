//! Plots of figures. The script of the page draws them, each with its figures as a table.

use serde::Serialize;

/// A plot with its heading.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Chart {
    /// Curves over a common axis from 0. The vertical axis begins at 0, too, unless the growth
    /// would be too small to see.
    Lines {
        /// Heading.
        title: String,
        /// Quantity and unit of the horizontal axis.
        x: String,
        /// Quantity and unit of the vertical axis.
        y: String,
        /// Curves.
        lines: Vec<Line>,
    },
    /// Horizontal bars from 0, each with its figure.
    Bars {
        /// Heading.
        title: String,
        /// Explanation of the figures; none if it is empty.
        note: String,
        /// Bars from the top down.
        bars: Vec<Bar>,
    },
}

/// A curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Line {
    /// Name in the legend.
    pub(crate) name: String,
    /// Points from the left.
    pub(crate) points: Vec<(f64, f64)>,
}

/// A bar.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Bar {
    /// Name on the left.
    pub(crate) name: String,
    /// Length.
    pub(crate) value: f64,
    /// Figure with its unit, as text.
    pub(crate) figure: String,
}

impl Bar {
    pub(crate) fn new(name: impl Into<String>, value: f64, figure: impl Into<String>) -> Self {
        Self { name: name.into(), value, figure: figure.into() }
    }
}
