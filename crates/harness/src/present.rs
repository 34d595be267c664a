//! What users see: reports of shrunk cases, the bodies of fuzz targets, and telemetry.

pub(crate) mod agree;
pub mod fuzz;
pub mod report;
pub mod telemetry;
pub mod triage;
