//! The arguments of the commands about case files.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{StepLimit, rule_set};
use crate::failure::Failure;
use crate::settings::Settings;
use crate::subjects::{self, AnySubject};

#[derive(Args)]
pub(crate) struct CaseFile {
    /// The case file; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) rules: RuleSetOption,
}

#[derive(Args)]
pub(crate) struct RuleSetOption {
    /// The rule set; told from the file's path or its text if it is left out.
    #[arg(long, short, value_name = "RULESET", value_parser = rule_set())]
    rules: Option<AnySubject>,
    #[command(flatten)]
    settings: Settings,
}

impl RuleSetOption {
    /// The rule set of a file.
    pub(crate) fn of(&self, path: &Path, text: &[u8]) -> Result<AnySubject, Failure> {
        match &self.rules {
            Some(subject) => self.settings.of_one(subject),
            None => self.settings.of_one(&subjects::meant(&subjects::all(), path, text)?),
        }
    }
}

#[derive(Args)]
pub(crate) struct Diff {
    /// The case files; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: RuleSetOption,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
}

#[derive(Args)]
pub(crate) struct Shrink {
    #[command(flatten)]
    pub(crate) case: CaseFile,
    /// Where the smaller case is written; standard output if it is left out or `-`.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
}

#[derive(Args)]
pub(crate) struct ToTest {
    #[command(flatten)]
    pub(crate) case: CaseFile,
    /// What the test and the file are called; the name of FILE if it is left out.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}

#[derive(Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) case: CaseFile,
    /// Which case of the file, from 1; all of them if it is left out.
    #[arg(long = "case", value_name = "N")]
    pub(crate) number: Option<usize>,
}
