//! What a fuzz target plays: the registered engine, or one in another process, if the command `fuzz`
//! says so.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::exit;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use twinboard_harness::Subject;
use twinboard_protocol::{Channel, Connected, EngineSettings, LastWords};
use twinboard_runner::{Runner, Session};

use crate::Registration;
use crate::processes::{GRACE, last_words};

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
    /// The words of the runner that starts it ([`Runner::to_words`]).
    pub runner: Vec<OsString>,
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

    /// The engine that the environment of this process names; `None` if it names none.
    fn of_environment() -> Result<Option<Self>, String> {
        let Some(value) = env::var_os(ENGINE_VARIABLE) else { return Ok(None) };
        let engine = serde_json::from_slice(value.as_encoded_bytes());
        engine.map(Some).map_err(|error| format!("{ENGINE_VARIABLE}: {error}"))
    }
}

impl FuzzedProgram {
    fn settings(&self) -> Result<EngineSettings, String> {
        let runner = Runner::from_words(&self.runner)
            .ok_or_else(|| format!("{ENGINE_VARIABLE}: its runner has another form"))?;
        let (command, folder) = (self.command.clone(), PathBuf::from(&self.folder));
        // Its code that runs is of interest here.
        let runner = runner.with_env(COVERAGE_VARIABLE, "1");
        let connect = move || {
            let session = runner.open(&command, &folder)?;
            Ok(Box::new(Streams(Some(session))) as Box<dyn Channel>)
        };
        Ok(EngineSettings { connect: Arc::new(connect), limit: self.limit, transcript: None })
    }
}

impl Registration {
    /// The subject of a fuzz target: the registered one, or the oracle with the engine of `twinboard
    /// fuzz --engine`. A target is `cases!(|| my_game::registration().fuzzed())`.
    ///
    /// Ends the process with exit code 2 if that engine cannot be played.
    #[must_use]
    pub fn fuzzed(&self) -> Arc<dyn Subject> {
        let engine = FuzzedEngine::of_environment();
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
        let connected = Connected::connect(program.settings()?).map_err(|error| failed(&error))?;
        let paired = self.with_engine(connected);
        let paired = paired.ok_or_else(|| failed(&"the rule set has no exact texts"))?;
        let (registration, _) = paired.map_err(|error| failed(&error))?;
        Ok(registration.subject.with_engine_name(&engine.name))
    }
}

/// The standard streams of an engine; `None` once it is closed.
struct Streams(Option<Session>);

impl Streams {
    fn session(&mut self) -> io::Result<&mut Session> {
        self.0.as_mut().ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

impl Channel for Streams {
    fn send(&mut self, bytes: &[u8], deadline: Instant) -> io::Result<()> {
        self.session()?.send(bytes, deadline)
    }

    fn receive(&mut self, buffer: &mut [u8], deadline: Instant) -> io::Result<usize> {
        self.session()?.receive(buffer, deadline)
    }

    fn errors(&mut self) -> Vec<u8> {
        self.0.as_mut().map(Session::errors).unwrap_or_default()
    }

    fn close(&mut self) -> LastWords {
        self.0.take().map(|session| last_words(session.close(GRACE))).unwrap_or_default()
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
