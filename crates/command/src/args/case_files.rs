//! The arguments of the commands about case files.

use std::path::{Path, PathBuf};

use clap::Args;

use super::number::whole;
use super::{EngineOptions, Html, StepLimit, StepOption, Svg, rule_set};
use crate::failure::Failure;
use crate::settings::Settings;
use crate::subjects::{self, AnySubject};

#[derive(Args)]
pub(crate) struct CaseFile {
    /// Case file; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) rules: RuleSetOption,
}

#[derive(Args)]
pub(crate) struct RuleSetOption {
    /// Rule set of the file [default: detected from its path or text].
    #[arg(long, short, value_name = "RULESET", value_parser = rule_set())]
    rules: Option<AnySubject>,
    #[command(flatten)]
    settings: Settings,
}

impl RuleSetOption {
    /// The rule set given with `--rules`, or else the one detected from the file, with the chosen
    /// settings.
    pub(crate) fn of(&self, path: &Path, text: &[u8]) -> Result<AnySubject, Failure> {
        match &self.rules {
            Some(subject) => self.settings.of_one(subject),
            None => self.settings.of_one(&subjects::detect(&subjects::all(), path, text)?),
        }
    }
}

#[derive(Args)]
pub(crate) struct Diff {
    /// Case files, or folders of them; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: RuleSetOption,
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) picture: Svg,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
}

#[derive(Args)]
pub(crate) struct Shrink {
    #[command(flatten)]
    pub(crate) case: CaseFile,
    /// File for the smaller case [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
}

#[derive(Args)]
pub(crate) struct ToTest {
    #[command(flatten)]
    pub(crate) case: CaseFile,
    /// Name of the test and of the corpus entry [default: the name of FILE].
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}

#[derive(Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) case: CaseFile,
    /// Number of the case in the file, from 1 [default: all cases].
    #[arg(long = "case", value_name = "N", value_parser = whole::<usize>)]
    pub(crate) number: Option<usize>,
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) picture: Svg,
    #[command(flatten)]
    pub(crate) step: StepOption,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}
