//! An engine in another process that a fuzz target starts and plays.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use twinboard_harness::Subject;
use twinboard_protocol::{Channel, Connected, EngineSettings, LastWords};
use twinboard_runner::{Runner, Session};

use super::{COVERAGE_VARIABLE, ENGINE_VARIABLE, FuzzedProgram};
use crate::Registration;
use crate::processes::{GRACE, last_words};

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
    /// The oracle with the engine of this name that `program` starts.
    pub(super) fn playing_program(
        &self,
        name: &str,
        program: &FuzzedProgram,
    ) -> Result<Arc<dyn Subject>, String> {
        let connected = Connected::connect(program.settings()?);
        let connected = connected.map_err(|error| error.to_string())?;
        let paired = self.with_engine(connected);
        let paired = paired.ok_or("the rule set has no exact texts")?;
        let (registration, _) = paired.map_err(|error| error.to_string())?;
        Ok(registration.subject.with_engine_name(name))
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
