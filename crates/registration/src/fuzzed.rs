//! What a fuzz target plays: the registered engine, or one in another process, if the command `fuzz`
//! says so.

use std::env;
use std::ffi::OsString;
use std::process::exit;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use twinboard_harness::Subject;

use crate::Registration;

#[cfg(feature = "programs")]
mod program;

/// Environment variable that names the engine of a fuzz target, as a [`FuzzedEngine`] in JSON.
pub const ENGINE_VARIABLE: &str = "TWINBOARD_ENGINE";

/// Environment variable of an engine that is fuzzed: it should report the code that ran (EP-36).
pub const COVERAGE_VARIABLE: &str = "TWINBOARD_COVERAGE";

/// The engine of a fuzz target, in place of the registered one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FuzzedEngine {
    /// Name of the engine in reports: its command, as the user wrote it, or the name of another
    /// engine of the rule set.
    pub name: String,
    /// How it is started; `None` for another engine of the rule set.
    pub program: Option<FuzzedProgram>,
}

/// An engine in another process, which a fuzz target starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FuzzedProgram {
    /// Program and arguments.
    pub command: Vec<OsString>,
    /// Folder in which it runs.
    pub folder: OsString,
    /// The runner that starts it (`twinboard_runner::Runner::to_json`).
    pub runner: String,
    /// Time limit of each answer (EP-6).
    pub limit: Duration,
}

impl FuzzedEngine {
    /// The value of [`ENGINE_VARIABLE`].
    ///
    /// # Panics
    ///
    /// Never: plain data can be written.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain data can be written")
    }

    /// The engine that the environment of this process names, or that lies beside its executable;
    /// `None` if there is neither.
    fn of_this_process() -> Result<Option<Self>, String> {
        let Some(value) = env::var_os(ENGINE_VARIABLE) else {
            #[cfg(feature = "programs")]
            return Self::beside_this_process();
            #[cfg(not(feature = "programs"))]
            return Ok(None);
        };
        let engine = serde_json::from_slice(value.as_encoded_bytes());
        engine.map(Some).map_err(|error| format!("{ENGINE_VARIABLE}: {error}"))
    }
}

impl Registration {
    /// The subject of a fuzz target: the registered one, or the oracle with the engine of `twinboard
    /// fuzz --engine`, or, with the feature `programs`, with the program `TARGET.engine` beside the
    /// target. A target is `cases!(|| my_game::registration().fuzzed())`.
    ///
    /// Ends the process with exit code 2 if that engine cannot be played.
    #[must_use]
    pub fn fuzzed(&self) -> Arc<dyn Subject> {
        #[cfg(feature = "programs")]
        program::launch_if_asked();
        let engine = FuzzedEngine::of_this_process();
        let subject = engine.and_then(|engine| match engine {
            Some(engine) => self.playing(&engine),
            None => Ok(Arc::clone(&self.subject)),
        });
        subject.unwrap_or_else(|message| {
            eprintln!("{message}");
            exit(2)
        })
    }

    /// The oracle with this engine, which reports the code that ran (EP-36) if it can.
    ///
    /// # Errors
    ///
    /// If the engine cannot be played, in a sentence.
    pub fn playing(&self, engine: &FuzzedEngine) -> Result<Arc<dyn Subject>, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", engine.name);
        let Some(program) = &engine.program else {
            if engine.name == self.name() {
                return Ok(Arc::clone(&self.subject));
            }
            let other = self.with_other_engine(&engine.name);
            let other = other.ok_or_else(|| failed(&"the target has no engine of this name"))?;
            return Ok(other.subject);
        };
        self.playing_program(&engine.name, program).map_err(|error| failed(&error))
    }

    #[cfg(not(feature = "programs"))]
    #[expect(clippy::unused_self, reason = "with that feature it uses it")]
    fn playing_program(
        &self,
        _name: &str,
        _program: &FuzzedProgram,
    ) -> Result<Arc<dyn Subject>, &'static str> {
        Err("the target was built without the feature `programs` of twinboard, \
             which engines in other processes need")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use twinboard_harness::Pairing;
    use twinboard_harness::nim::{Heap, Nim};

    use super::FuzzedEngine;
    use crate::Registration;

    #[test]
    fn a_target_plays_every_built_in_engine_that_a_command_names() {
        let pairing = || Pairing::new(Nim, Heap::set_up, Heap::set_up);
        let other = format!("{}-other", pairing().subject().name()).leak();
        let registration = Registration::new(pairing()).other_engine(other, pairing().subject());
        for name in [registration.name()].into_iter().chain(registration.other_engines()) {
            let engine = FuzzedEngine { name: name.to_owned(), program: None };
            let played = registration.playing(&engine).unwrap();
            assert!(Arc::ptr_eq(&played, &registration.engine_subject(name)), "{name}");
        }
        let none = FuzzedEngine { name: "none".into(), program: None };
        let error = registration.playing(&none).map(|it| it.name()).unwrap_err();
        assert_eq!(error, "none: the target has no engine of this name");
    }
}
