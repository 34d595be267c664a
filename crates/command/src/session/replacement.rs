//! Puts other implementations in the place of the registered ones, as `--engine`, `--oracle` and
//! `--known` say.

use std::path::Path;
use std::sync::Arc;

use twinboard_harness::report;
use twinboard_protocol::{ConnectError, Connected, Part};
use twinboard_registration::Registration;

use super::engine::{self, EngineInUse, EngineOptions, EngineUse, Role, Started, TranscriptFile};
use super::{AnySubject, Session};
use crate::args::known::KnownFile;
use crate::output::text::argument;
use crate::output::{self, Failure};
use crate::process::found;

impl Session {
    /// Replaces the registered engine if the options name others: built-in ones, too, or those in
    /// other processes. Then puts an implementation in the place of the oracle, and adds the known
    /// differences, if the options say so.
    pub(crate) fn use_engine(&mut self, wanted: &EngineUse) -> Result<(), Failure> {
        let EngineOptions { transcript, .. } = &wanted.options;
        let engines = wanted.options.engines()?;
        if engines.len() > 1 && !wanted.takes_several {
            return Err(usage!(
                "this command plays a single engine, but --engine is given several times"
            ));
        }
        if engines.len() > 1 && transcript.is_some() {
            return Err(usage!("--transcript keeps the conversations of a single engine"));
        }
        let comparison = wanted.comparison.as_ref();
        let known = comparison.and_then(|comparison| comparison.known.known.as_deref());
        let known = known.map(KnownFile::read).transpose()?;
        let words = wanted.options.programs.arguments();
        let line = words.iter().map(argument).collect::<Vec<_>>().join(" ");
        self.sides.options = Arc::new((words, line));
        let registered = self.clone();
        let file = known.as_ref();
        let all = engines.iter().map(|text| registered.playing(("--engine", text), wanted, file));
        let mut all = all.collect::<Result<Vec<_>, _>>()?;
        if !all.is_empty() {
            *self = all.remove(0);
            self.alternatives = all;
        }
        let Some(comparison) = comparison else { return Ok(()) };
        if let Some(oracle) = &comparison.oracle {
            let other = registered.playing(("--oracle", oracle), wanted, None)?;
            self.try_change(&|session| session.compare_with(&other, oracle))?;
        }
        if let Some(file) = known {
            self.try_change(&|session| {
                session.know(&file);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Changes the session and the alternatives.
    fn try_change(
        &mut self,
        change: &dyn Fn(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.alternatives.iter_mut().try_for_each(change)?;
        change(self)
    }

    /// Puts the engine of another session in the place of the oracle.
    fn compare_with(&mut self, other: &Self, command: &str) -> Result<(), Failure> {
        let with_oracle = |registration: &Registration| {
            let oracle = other.registration(registration.name())?.subject();
            Some(registration.map_engines(&|subject| {
                subject.against(oracle.as_ref()).expect("both are of one rule set")
            }))
        };
        if self.engine_command() == Some(command) {
            return Err(usage!("--oracle {command}: it is the engine itself"));
        }
        let names: Vec<_> = self.rule_sets.iter().map(Registration::name).collect();
        self.rule_sets = self.rule_sets.iter().filter_map(with_oracle).collect();
        self.sides.oracle = Some(command.to_owned());
        self.sides.not_compared.extend(other.sides.not_compared.iter().cloned());
        if self.rule_sets.is_empty() {
            let names = names.join(", ");
            return Err(usage!("--oracle {command}: it does not play {names}"));
        }
        Ok(())
    }

    /// Adds the known differences of a file to the engines that they are of.
    pub(crate) fn know(&mut self, file: &KnownFile) {
        let engine = self.engine_command().map(str::to_owned);
        let known = |subject: &AnySubject| {
            let name = subject.engine_name().or(engine.as_deref()).unwrap_or(subject.name());
            let all = subject.known().iter().cloned().chain(file.of(name, subject.as_ref()));
            subject.with_known(&all.collect::<Vec<_>>())
        };
        self.rule_sets = self.rule_sets.iter().map(|it| it.map_engines(&known)).collect();
        self.sides.known = Some(file.path.clone());
    }

    /// The session with the engine that `argument` has as its value.
    fn playing(
        &self,
        (argument, text): (&str, &str),
        wanted: &EngineUse,
        known: Option<&KnownFile>,
    ) -> Result<Self, Failure> {
        let options = &wanted.options;
        let is_engine = argument == "--engine";
        let registered = self.registration(text).cloned();
        let other = || self.rule_sets.iter().find_map(|one| one.with_other_engine(text));
        if let Some(registration) = registered.or_else(other) {
            self.demand_engine(registration.subject())?;
            return Ok(self.with_built_in(text, registration));
        }
        let built_in = self.rule_sets.iter().flat_map(|one| {
            let registered = one.subject().has_engine().then(|| one.name());
            registered.into_iter().chain(one.other_engines())
        });
        let built_in: Vec<_> = built_in.collect();
        let rejected = |error: ConnectError| {
            if let Some(reason) = engine::reason(argument, text, &error) {
                // An engine that has said something may lack a variable, or a file.
                let is_quoted = reason.contains('\n');
                let hint = if is_quoted { options.programs.hint() } else { String::new() };
                return usage!("{argument} {text}: {reason}{hint}");
            }
            let hint = match &error {
                // A single word may be meant as the name of a built-in engine.
                ConnectError::NotStarted(_) if is_name(text) && found(text.as_ref()).is_none() => {
                    format!("; the engines of this program are: {}", built_in.join(", "))
                }
                // A path with a blank would be two words.
                ConnectError::NotStarted(_) if Path::new(text).is_file() && !is_name(text) => {
                    let quoted = report::as_argument(text);
                    format!("; if it is one path, quote it within: {argument} \"{quoted}\"")
                }
                error => engine::hint(error, &options.programs),
            };
            usage!("{argument} {text}: {error}{hint}")
        };
        let shared = (&*self.isolation, &self.conversations);
        let Started { mut settings, program } =
            engine::settings((argument, text), (&self.rule_sets, wanted), shared, &self.interrupt)?;
        let transcript = options.transcript.as_deref().filter(|_| is_engine);
        let mut sides = self.sides.clone();
        sides.transcript = transcript.map(TranscriptFile::create).transpose()?;
        settings.transcript = sides.transcript.as_ref().map(|file| file.transcript.clone());
        let ignored = known.map_or_else(Vec::new, |file| file.ignored_of(text));
        let parts: Vec<Part> = ignored.iter().map(|(part, _)| part.clone()).collect();
        let connected = Connected::connect(settings).map_err(rejected)?.ignoring(parts);
        let hello = connected.hello().clone();
        let Some(registration) = self.registration(&hello.rule_set) else {
            let names: Vec<_> = self.usual().map(Registration::name).collect();
            return Err(usage!(
                "{argument} {text}: it plays `{}` (EP-11), but the rule sets are {}",
                hello.rule_set,
                names.join(", ")
            ));
        };
        let Some(registration) = registration.with_engine(connected) else {
            return Err(usage!(
                "{} has no exact texts for engines in other processes",
                hello.rule_set
            ));
        };
        let (registration, left_out) = registration.map_err(rejected)?;
        sides.engine = Some(EngineInUse::of_program(text, options, &hello, program));
        let not_compared = engine::not_compared(text, &hello, &left_out, &ignored);
        if matches!(wanted.role, Role::Compared | Role::Fuzzed) {
            if !hello.note.is_empty() {
                output::print_error_line(format!("{}: {}", hello.name, hello.note));
            }
            not_compared.iter().for_each(output::print_error_line);
            sides.not_compared.extend(not_compared);
        }
        Ok(Self { rule_sets: vec![registration], sides, ..self.clone() })
    }
}

/// True for a single word that is no path.
fn is_name(text: &str) -> bool {
    !text.contains(|it: char| it == '/' || it.is_whitespace())
}
