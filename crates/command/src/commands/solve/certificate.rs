//! The certificate of a solved position.

use std::path::{Path, PathBuf};

use serde::Serialize;
use twinboard_referee::{Analyst, Contest, MoveBudget, Value, certificate};

use crate::output::text::{counted, shown};
use crate::output::{Failure, files};

/// Claims after which those without support are assumed. A million takes about 200 MB.
const CLAIMS_MAX: usize = 1_000_000;

/// The result of `--certificate`.
#[derive(Serialize)]
pub(super) struct Written {
    #[serde(rename = "file")]
    pub(super) path: PathBuf,
    /// Number of claims; `None` if there is no file, because the value is not proved.
    pub(super) claims: Option<usize>,
    /// Number of those that are assumed.
    pub(super) assumed: usize,
}

/// Writes the certificate of a position with a proved value.
pub(super) fn write(
    contest: &dyn Contest,
    analyst: &mut dyn Analyst,
    board: &str,
    value: Option<Value>,
    budget: &MoveBudget<'_>,
    path: &Path,
) -> Result<Written, Failure> {
    let path = path.to_owned();
    let Some(value) = value else { return Ok(Written { path, claims: None, assumed: 0 }) };
    let certificate = certificate::draft(contest, analyst, board, value, budget, CLAIMS_MAX);
    let Some(certificate) = certificate else {
        return Err(Failure::Usage(format!("{} has no certificates", contest.name())));
    };
    files::write(&path, certificate.to_string())?;
    let assumed = certificate.claims.iter().filter(|claim| claim.assumed).count();
    Ok(Written { path, claims: Some(certificate.claims.len()), assumed })
}

impl Written {
    /// A line for the results.
    pub(super) fn describe(&self) -> String {
        let Some(claims) = self.claims else {
            return "no certificate: the value is not proved".to_owned();
        };
        let (claims, path) = (counted(claims as u64, "claim"), shown(&self.path));
        match self.assumed {
            0 => format!("certificate: {path}, {claims}"),
            assumed => format!("certificate: {path}, {claims}, {assumed} of them assumed"),
        }
    }
}
