//! Grundy values of components.

mod grundy;
mod killers;
mod query;
mod queue;
mod shape_move;
mod sum;
#[cfg(test)]
mod tests;
mod value_model;

pub(crate) use grundy::{Answer, GrundySearch, Mode};
pub(crate) use shape_move::ShapeMove;
pub(crate) use sum::{Sum, add_or_cancel};
