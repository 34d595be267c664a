//! An engine in another process that a fuzz target starts and plays.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::Arc;
use std::time::{Duration, Instant};

use twinboard_harness::Subject;
use twinboard_protocol::{Channel, Connected, EngineSettings, LastWords};
use twinboard_runner::{Limits, Runner, Session, launch};

use super::{COVERAGE_VARIABLE, ENGINE_VARIABLE, FuzzedEngine, FuzzedProgram};
use crate::Registration;
use crate::processes::{GRACE, OUTPUT, PROCESSES, last_words};

/// Extension of an engine that lies beside its target.
const BESIDE: &str = "engine";

/// Time limit of each answer of an engine beside its target. An engine that hangs is played twice
/// before it is reported, which must be within libFuzzer's own limit for an input; services set 25
/// seconds.
const LIMIT: Duration = Duration::from_secs(5);

/// First argument of a target that is the launcher of such an engine.
const LAUNCH: &str = "twinboard-launch";

/// Ends this process as a launcher if its arguments say so.
pub(super) fn launch_if_asked() {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == LAUNCH) {
        exit(i32::from(!launch(&arguments.collect::<Vec<_>>())));
    }
}

impl FuzzedEngine {
    /// The engine that lies beside the executable of this process, if there is one.
    pub(super) fn beside_this_process() -> Result<Option<Self>, String> {
        let target = env::current_exe().map_err(|error| format!("this target: {error}"))?;
        let program = FuzzedProgram::beside(&target)?;
        Ok(program.map(|program| Self {
            name: program.command[0].to_string_lossy().into_owned(),
            program: Some(program),
        }))
    }
}

impl FuzzedProgram {
    /// The program `TARGET.engine` beside the executable of this target, for services that start
    /// targets by themselves; `None` if there is none.
    fn beside(target: &Path) -> Result<Option<Self>, String> {
        let program = target.with_added_extension(BESIDE);
        let Some(folder) = target.parent().filter(|_| program.is_file()) else { return Ok(None) };
        // Such a service has a limit of its own on the memory of all, and variables for the engine's
        // sanitizer.
        let limits =
            Limits { time: Duration::MAX, memory: u64::MAX, output: OUTPUT, processes: PROCESSES };
        let runner = Runner::of_this_program(&[LAUNCH], limits);
        let runner = runner.map_err(|error| format!("{}: {error}", program.display()))?;
        let runner =
            env::vars_os().fold(runner, |runner, (name, value)| runner.with_env(name, value));
        Ok(Some(Self {
            command: vec![program.into()],
            folder: folder.into(),
            runner: runner.to_json(),
            limit: LIMIT,
        }))
    }

    fn settings(&self) -> Result<EngineSettings, String> {
        let runner = Runner::from_json(&self.runner)
            .map_err(|error| format!("{ENGINE_VARIABLE}: its runner: {error}"))?;
        let (command, folder) = (self.command.clone(), PathBuf::from(&self.folder));
        // Its code that runs is of interest here.
        let runner = runner.with_env(COVERAGE_VARIABLE, "1");
        let connect = move || {
            let session = runner.open(&command, &folder)?;
            Ok(Box::new(Streams(Some(session))) as Box<dyn Channel>)
        };
        let connect = Arc::new(connect);
        // libFuzzer has its own limit for an input, which knows no first answers.
        let (limit, start_limit) = (self.limit, self.limit);
        Ok(EngineSettings { connect, limit, start_limit, one_by_one: false, transcript: None })
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

    fn close(&mut self) -> LastWords {
        self.0.take().map(|session| last_words(session.close(GRACE))).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;
    use std::{env, fs};

    use super::FuzzedProgram;

    #[test]
    fn a_target_finds_the_engine_beside_it() {
        let target = env::temp_dir().join(format!("twinboard-nim-{}", std::process::id()));
        assert_eq!(FuzzedProgram::beside(&target), Ok(None));
        let engine = target.with_added_extension("engine");
        fs::write(&engine, "").unwrap();
        let program = FuzzedProgram::beside(&target);
        fs::remove_file(&engine).unwrap();
        let program = program.unwrap().unwrap();
        assert_eq!(program.command, [engine]);
        assert!(program.settings().is_ok());
        // A hang is played twice, and reported before the limit of a service ends the target.
        assert!(2 * program.limit < Duration::from_secs(25));
    }
}
