//! Fuzzing of an engine in place of the registered one (`--engine`): the targets start it
//! themselves, or play another one that is built in.

use std::path::{Path, PathBuf};

use twinboard_harness::random::digest;
use twinboard_registration::fuzzed::{ENGINE_VARIABLE, FuzzedEngine};

use super::process::Ended;
use crate::commands::checkout::Target;
use crate::output::text::kebab_case;
use crate::output::{self, Failure};
use crate::session::Session;
use crate::session::engine::EngineOptions;

/// The folder for the working corpora of other engines, below that of the targets.
const FOLDER: &str = "fuzz/engines";

/// Longest part of a command in the name of its folder, in characters.
const NAME_MAX: usize = 40;

pub(super) struct OtherEngine {
    name: String,
    /// The variable that names it to the targets.
    pub(super) variable: (&'static str, String),
    pub(super) is_program: bool,
}

impl OtherEngine {
    /// The engine of the session, if it is not the registered one; says so if it cannot guide the
    /// fuzzer.
    pub(super) fn of(session: &Session, options: &EngineOptions) -> Result<Option<Self>, Failure> {
        if options.transcript.is_some() {
            return Err(usage!(
                "--transcript: the fuzz targets keep none; `diff --transcript` keeps that of a case"
            ));
        }
        let Some(engine) = session.engine() else { return Ok(None) };
        let (name, program) = (engine.command.clone(), engine.program.clone());
        if program.is_none() && session.registration(&name).is_some() {
            return Ok(None);
        }
        let is_program = program.is_some();
        if is_program && !engine.has_coverage {
            output::print_error_line(format!(
                "{name} does not report the code that ran (EP-36), so the fuzzer is guided by the \
                 oracle alone"
            ));
        }
        let variable = FuzzedEngine { name: name.clone(), program }.to_json();
        let variable = (ENGINE_VARIABLE, variable);
        Ok(Some(Self { name, variable, is_program }))
    }

    /// The folder of its working corpus and artifacts: another engine has its own, as what is new
    /// in one is not in another, and a slow one cannot play what a fast one has collected.
    pub(super) fn working(&self, root: &Path) -> PathBuf {
        let name: String = kebab_case(&self.name).chars().take(NAME_MAX).collect();
        // Commands may differ in what is left out of the name.
        let digest = digest(self.name.as_bytes()) >> 32;
        root.join(FOLDER).join(format!("{name}-{digest:08x}"))
    }

    /// Fails if the target has played another engine: it may not know that there is a choice.
    pub(super) fn check(
        &self,
        target: &str,
        played: Option<&str>,
        ended: &Ended,
    ) -> Result<(), Failure> {
        let name = &self.name;
        if played == Some(name) {
            return Ok(());
        }
        let mut message = format!("--engine {name}: the target {target} does not play it");
        if ended.is_success() {
            message += "; a target takes an engine if it calls `fuzzed`, as in \
                        cases!(|| my_game::registration().fuzzed())";
        }
        for line in &ended.last_lines {
            message += "\n  ";
            message += line;
        }
        Err(Failure::Usage(message))
    }
}

/// The targets that play the engine of this name.
pub(super) fn targets(
    engine: &str,
    all: Vec<Target>,
    named: &[String],
) -> Result<Vec<Target>, Failure> {
    if let Some(target) = all.iter().find(|it| it.is_text && named.contains(&it.name)) {
        let target = &target.name;
        return Err(usage!("--engine {engine}: the target {target} plays no engine"));
    }
    Ok(all.into_iter().filter(|it| it.is_for_rules() || named.contains(&it.name)).collect())
}
