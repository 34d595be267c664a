//! Engines in place of a registered one (`--engine`): others that are built in, and those in other
//! processes.

use std::ffi::OsString;
use std::io::BufWriter;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::{ArgMatches, Args, FromArgMatches};
use humantime::format_duration;
use twinboard_bridges::Protocol;
use twinboard_protocol::{
    Breach, Channel, ConnectError, EngineSettings, Hello, Limit, Offer, Part, Transcript,
};
use twinboard_registration::Registration;
use twinboard_registration::fuzzed::{COVERAGE_VARIABLE, FuzzedProgram};
use twinboard_registration::processes::{OUTPUT, PROCESSES};
use twinboard_runner::Limits;

use super::conversations::{Conversations, Streams};
use super::interrupt::Interrupt;
use super::isolation::{Isolation, ProgramOptions};
use crate::args::duration;
use crate::args::known::KnownOption;
use crate::output::{Failure, files};
use crate::process::{self, Cpu};

/// The options of an engine in another process.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct EngineOptions {
    /// Engine in another process, in place of the built-in one.
    ///
    /// COMMAND is a program with its arguments that speaks the engine protocol on its standard
    /// streams (docs/engine-protocol.md); `uci:COMMAND`, `usi:…`, `gtp:…` or `xboard:…` one that
    /// speaks these (docs/engines.md), `env:PACKAGE:GAME` an environment in Python
    /// (docs/environments.md); or the name of a built-in one.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) engine: Vec<String>,
    /// Engine whose best moves and variations the oracle judges, as in `uci:toga2`; with --go LIMIT for
    /// its searches [default: depth 2].
    #[arg(long, value_name = "COMMAND")]
    pub(crate) witness: Vec<String>,
    /// How a witness searches [default: depth 2].
    #[arg(long, value_name = "LIMIT", requires = "witness", hide = true)]
    pub(crate) go: Option<String>,
    /// File for the conversations with the engine.
    #[arg(long, value_name = "FILE", requires = "engine")]
    pub(crate) transcript: Option<PathBuf>,
    /// Limit on the address space of the engine, in MiB [default: half of the machine's memory].
    #[arg(long, value_name = "MIB", requires = "engine")]
    pub(crate) engine_memory: Option<NonZeroU32>,
    /// Time limit for first answers, when a runtime may compile [default: 2m or --step-limit].
    #[arg(long, value_name = "TIME", requires = "engine", value_parser = duration)]
    pub(crate) start_limit: Option<Duration>,
    #[command(flatten)]
    pub(crate) programs: ProgramOptions,
}

impl EngineOptions {
    /// The engines of --engine, then those of --witness.
    /// Errors: a witness that is not named by its protocol.
    pub(crate) fn engines(&self) -> Result<Vec<String>, Failure> {
        let go = self.go.as_deref().unwrap_or("depth 2");
        let witnesses = self.witness.iter().map(|text| Named::witness(text, go));
        let engines = self.engine.iter().cloned().map(Ok);
        engines.chain(witnesses).collect()
    }
}

/// The options of what an engine is compared with.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ComparisonOptions {
    /// Implementation in the place of the oracle: a command or a name as for --engine. Two engines
    /// are compared with each other, and neither is trusted.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) oracle: Option<String>,
    #[command(flatten)]
    pub(crate) known: KnownOption,
}

/// The part of an engine in a command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// It plays cases, and everything that it offers is compared.
    Compared,
    /// As compared, and fuzz targets start it, too: it may count what runs in it (EP-36).
    Fuzzed,
    Played,
    /// It plays a single case for the process that started this one, which notices if its program is
    /// replaced; `one_by_one` if it gets a request only when those before are answered.
    Probed {
        one_by_one: bool,
    },
    /// It plays on the main thread alone, which may be bound to a CPU then.
    OnMainThread,
}

/// An engine that a command plays with.
pub(crate) struct EngineUse {
    pub(crate) options: EngineOptions,
    pub(crate) role: Role,
    pub(crate) step_limit: Duration,
    /// The options of the comparison, if the command has them.
    pub(crate) comparison: Option<ComparisonOptions>,
    /// The rule sets that the arguments name, for engines that play several; often none.
    pub(crate) rule_sets: Vec<String>,
    /// The rule set of the case that is played.
    pub(crate) of_case: Option<&'static str>,
    /// True if the command plays several engines.
    pub(crate) takes_several: bool,
}

impl EngineUse {
    /// The engine in the arguments of a command of this name; `None` if it has no option for one.
    pub(crate) fn of(command: &str, matches: &ArgMatches) -> Option<Self> {
        let has = |id| matches.try_contains_id(id).is_ok();
        if !has("witness") {
            return None;
        }
        let comparison = has("oracle").then(|| ComparisonOptions::from_arg_matches(matches).ok());
        let names = ["rule_sets", "rule_set", "rules"].into_iter();
        let names = names.filter_map(|id| matches.try_get_many::<String>(id).ok().flatten());
        let step_limit = matches.try_get_one::<Duration>("step_limit").ok().flatten();
        Some(Self {
            options: EngineOptions::from_arg_matches(matches).ok()?,
            role: match command {
                "fuzz" => Role::Fuzzed,
                "shrink" => Role::Played,
                "probe" => Role::Probed { one_by_one: matches.get_flag("one_by_one") },
                "play" => Role::OnMainThread,
                _ => Role::Compared,
            },
            step_limit: step_limit.copied().unwrap_or(STEP_LIMIT),
            comparison: comparison.flatten(),
            rule_sets: names.flatten().cloned().collect(),
            of_case: None,
            takes_several: ["verify", "diff"].contains(&command),
        })
    }

    /// True if the options name an engine, which may be a program to start.
    pub(crate) fn starts_programs(&self) -> bool {
        let oracle = self.comparison.as_ref().and_then(|comparison| comparison.oracle.as_ref());
        let options = &self.options;
        !options.engine.is_empty() || !options.witness.is_empty() || oracle.is_some()
    }
}

/// Step limit by default, and of commands that have no option for it.
const STEP_LIMIT: Duration = Duration::from_secs(5);

/// Time limit for the first answer of each kind by default: just-in-time compilers take up to 80 s.
const START_LIMIT: Duration = Duration::from_mins(2);

#[derive(Clone, Default)]
pub(crate) struct EngineInUse {
    /// Its command as the user wrote it, or its name if it is built in.
    pub(crate) command: String,
    /// Its arguments on a command line: `--engine` and what belongs to it.
    pub(crate) arguments: Vec<String>,
    /// Its limits on set-ups (EP-13), such as `rows 1 to 8`; empty if it has none.
    pub(crate) limits: String,
    /// How a fuzz target starts it; `None` if it is built in.
    pub(crate) program: Option<FuzzedProgram>,
    /// True if it reports the code that ran (EP-36).
    pub(crate) has_coverage: bool,
    /// What an engine that lists no moves lacks as well; `None` if it lists them.
    pub(crate) without_list: Option<WithoutList>,
}

/// What an engine that lists no moves lacks as well.
#[derive(Clone, Copy)]
pub(crate) struct WithoutList {
    pub(crate) position: bool,
}

impl EngineInUse {
    pub(crate) fn built_in(name: &str) -> Self {
        let (command, arguments) = (name.to_owned(), vec!["--engine".to_owned(), name.to_owned()]);
        Self { command, arguments, ..Self::default() }
    }

    /// An engine in another process, with the options that it was started with.
    pub(crate) fn of_program(
        command: &str,
        options: &EngineOptions,
        hello: &Hello,
        program: FuzzedProgram,
    ) -> Self {
        let starts = match (hello.start_only, hello.empty_starts) {
            (false, _) => None,
            (_, false) => Some("its start only".to_owned()),
            (_, true) => Some("empty boards only".to_owned()),
        };
        let limits = starts.into_iter().chain(hello.limits.iter().map(ToString::to_string));
        let limits = limits.collect::<Vec<_>>().join(", ");
        let mut arguments = vec!["--engine".to_owned(), command.to_owned()];
        let memory = options.engine_memory;
        let memory = memory.map(|memory| ["--engine-memory".to_owned(), memory.to_string()]);
        let start = options.start_limit;
        let start =
            start.map(|limit| ["--start-limit".to_owned(), format_duration(limit).to_string()]);
        arguments.extend(memory.into_iter().chain(start).flatten());
        let without_list = (!hello.has(Offer::Moves))
            .then(|| WithoutList { position: !hello.has(Offer::Position) });
        let (command, program) = (command.to_owned(), Some(program));
        let has_coverage = hello.has(Offer::Coverage);
        Self { command, arguments, limits, program, has_coverage, without_list }
    }
}

#[derive(Clone)]
pub(crate) struct TranscriptFile {
    pub(crate) transcript: Transcript,
    path: PathBuf,
}

impl TranscriptFile {
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let file = files::create(path).map_err(Failure::file("create", path))?;
        let transcript = Transcript::new(Box::new(BufWriter::new(file)));
        Ok(Self { transcript, path: path.to_owned() })
    }

    pub(crate) fn finish(&self) -> Result<(), Failure> {
        self.transcript.finish().map_err(Failure::file("write", &self.path))
    }
}

/// A hint for an engine that ended before its handshake, or runs and is silent; empty for any other
/// error.
pub(crate) fn hint(error: &ConnectError, programs: &ProgramOptions) -> String {
    match error {
        ConnectError::Breach(breach) if is_mute(breach) => {
            "\nhint: it runs, but nothing of its output has arrived: does it flush its output after \
             each answer?"
                .into()
        }
        ConnectError::Breach(breach) if breach.end.is_some() => programs.hint(),
        _ => String::new(),
    }
}

/// True if an engine did not answer in time and has not written a line.
fn is_mute(breach: &Breach) -> bool {
    breach.clause == "EP-6" && !breach.conversation.iter().any(|line| line.starts_with('<'))
}

/// Says what is not compared with an engine, which has the name `text` unless it names itself: what it
/// does not offer, and variants that it does not get. Nothing if there is nothing to say.
pub(crate) fn not_compared(
    text: &str,
    hello: &Hello,
    left_out: &[String],
    ignored: &[(Part, &str)],
) -> Option<String> {
    let offers = missing(hello).into_iter().map(Offer::name).collect::<Vec<_>>().join(", ");
    let offers = (!offers.is_empty()).then(|| format!("{offers} (not offered)"));
    let variants = (!left_out.is_empty())
        .then(|| format!("set-ups with {} (no `variant` line)", left_out.join(", ")));
    let others =
        if hello.empty_starts { "other than empty boards" } else { "other than its start" };
    let starts = hello.start_only.then(|| format!("set-ups {others}"));
    // Those of variants are told above, where a set-up has them.
    let limits = hello.limits.iter().filter(|limit| !matches!(limit, Limit::Variant { .. }));
    let limits: Vec<String> = limits.map(ToString::to_string).collect();
    let limits =
        (!limits.is_empty()).then(|| format!("set-ups beyond its limits ({})", limits.join(", ")));
    let stated = hello.ignores.iter().map(|(part, reason)| (part, reason.as_str()));
    let ignored = stated.chain(ignored.iter().map(|(part, reason)| (part, *reason)));
    let ignored = ignored.map(|(part, reason)| format!("{part} of positions ({reason})"));
    let all: Vec<String> =
        offers.into_iter().chain(variants).chain(starts).chain(limits).chain(ignored).collect();
    let name = if hello.name.is_empty() { text } else { &hello.name };
    (!all.is_empty()).then(|| format!("not compared with {name}: {}", all.join("; ")))
}

/// What is not compared or checked, since the engine does not offer it.
fn missing(hello: &Hello) -> Vec<Offer> {
    // `dice` is a promise about another offer, and few games have any use for it. Judgments are
    // another way to tell what a list tells. Campaigns count observations by their names.
    let is_checked = |offer: &Offer| {
        use Offer::{Coverage, Dice, End, Legal, Moves, Observe};
        match offer {
            Moves => !hello.has(Legal),
            End | Dice | Coverage | Legal | Observe => false,
            _ => true,
        }
    };
    Offer::all().filter(is_checked).filter(|&offer| !hello.has(offer)).collect()
}

pub(crate) struct Started {
    pub(crate) settings: EngineSettings,
    pub(crate) program: FuzzedProgram,
}

/// How an engine with the command line `text`, the value of `argument`, is started.
pub(crate) fn settings(
    (argument, text): (&str, &str),
    (all, wanted): (&[Registration], &EngineUse),
    (isolation, conversations): (&Isolation, &Arc<Conversations>),
    interrupt: &Interrupt,
) -> Result<Started, Failure> {
    let EngineUse { options, role, step_limit, .. } = wanted;
    let (role, step_limit) = (*role, *step_limit);
    let of_case = wanted.of_case.map(str::to_owned).filter(|_| wanted.rule_sets.is_empty());
    let rule_sets: Vec<String> = wanted.rule_sets.iter().cloned().chain(of_case).collect();
    let one_by_one = role == Role::Probed { one_by_one: true };
    let binds_main = role == Role::OnMainThread;
    let named = Named::read(argument, text)?;
    let command = match (&named, environment(argument, text, &rule_sets)?) {
        (Some(named), _) => named.bridge(argument, all, &rule_sets)?,
        (None, Some(command)) => command,
        (None, None) => command_line(argument, text)?,
    };
    let memory = process::memory_limit(options.engine_memory);
    let limits = Limits { time: Duration::MAX, memory, output: OUTPUT, processes: PROCESSES };
    let runner = isolation.apply(&options.programs, process::runner(limits)?)?;
    let mut runner = runner.with_read_only_folder();
    if role == Role::Fuzzed {
        runner = runner.with_env(COVERAGE_VARIABLE, "1");
    }
    let folder = std::env::current_dir()
        .map_err(|error| usage!("cannot find the current folder: {error}"))?;
    Isolation::check_visible(&runner, &command, Some(&folder))?;
    if let Some(named) = named {
        let words = command_line(argument, named.command)?;
        Isolation::check_visible(&runner, &words, Some(&folder))?;
    }
    // A silent engine is reported by its breach, with the conversation, and not as a hang.
    let limit = step_limit.mul_f64(0.8);
    let usual = if step_limit == STEP_LIMIT { START_LIMIT } else { limit };
    let start_limit = options.start_limit.unwrap_or(usual);
    let program = FuzzedProgram {
        command: command.clone(),
        folder: folder.clone().into(),
        runner: runner.to_json(),
        limit,
    };
    // Commands that run beside this one begin with other CPUs.
    let places = AtomicUsize::new(std::process::id() as usize);
    let (conversations, interrupt) = (Arc::clone(conversations), interrupt.clone());
    let engine = text.to_owned();
    let connect = Arc::new(move || {
        let cpu = Cpu::choose(places.fetch_add(1, Relaxed));
        let session = cpu.run(|| runner.open(&command, &folder))?;
        let (conversations, interrupt) = (Arc::clone(&conversations), interrupt.clone());
        let running = conversations.add(session, &engine, limit)?;
        let streams = Streams { running, conversations, interrupt, cpu, binds_main };
        Ok(Box::new(streams) as Box<dyn Channel>)
    });
    let settings = EngineSettings { connect, limit, start_limit, one_by_one, transcript: None };
    Ok(Started { settings, program })
}

/// The program and the arguments of a command line, split as a shell does.
/// Errors: a quotation mark that is not closed, or no program at all; the message begins with `argument`.
pub(crate) fn command_line(argument: &str, text: &str) -> Result<Vec<OsString>, Failure> {
    match shell_words::split(text) {
        Ok(words) if words.first().is_some_and(|program| !program.is_empty()) => {
            Ok(words.into_iter().map(OsString::from).collect())
        }
        Ok(_) => Err(usage!("{argument}: a program is expected")),
        Err(error) => Err(usage!("{argument}: {error}")),
    }
}

/// An engine as `PROTOCOL:COMMAND` or `PROTOCOL[NAME=VALUE,…]:COMMAND`. The name `go` is how it
/// searches as a witness, any other is an option of the engine.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Named<'a> {
    pub(crate) protocol: Protocol,
    pub(crate) settings: Vec<(&'a str, &'a str)>,
    /// Its command line.
    pub(crate) command: &'a str,
}

impl<'a> Named<'a> {
    /// Reads the value of `argument`; `None` if it does not begin with a protocol.
    /// Errors: settings that cannot be read.
    pub(crate) fn read(argument: &str, text: &'a str) -> Result<Option<Self>, Failure> {
        let word = text.split([':', '[']).next().unwrap_or_default();
        let Some(protocol) = Protocol::named(word) else { return Ok(None) };
        let rest = &text[word.len()..];
        let (settings, command) = match rest.strip_prefix('[') {
            None => ("", rest.strip_prefix(':')),
            Some(inner) => {
                inner.split_once("]:").map_or((inner, None), |(it, rest)| (it, Some(rest)))
            }
        };
        let pairs = settings.split(',').filter(|_| !settings.is_empty());
        let pairs = pairs.map(|pair| pair.split_once('='));
        match (command, pairs.collect::<Option<Vec<_>>>()) {
            (Some(command), Some(settings)) => Ok(Some(Self { protocol, settings, command })),
            (None, _) if !rest.starts_with('[') => Ok(None),
            _ => Err(usage!(
                "{argument} {text}: expected {word}:COMMAND or {word}[NAME=VALUE,…]:COMMAND"
            )),
        }
    }

    /// The engine of --witness with how it searches, as a value of --engine.
    /// Errors: it is not named by its protocol.
    pub(crate) fn witness(text: &str, go: &str) -> Result<String, Failure> {
        let named = Named::read("--witness", text)?
            .ok_or_else(|| usage!("--witness {text}: expected a protocol, as in uci:{text}"))?;
        let mut settings: Vec<String> =
            named.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        settings.push(format!("go={go}"));
        Ok(format!("{}[{}]:{}", named.protocol.name(), settings.join(","), named.command))
    }

    /// The command that starts the bridge: this program. The rule set is one of the names in
    /// `wanted`, or the only one that has the protocol.
    /// Errors: there is none, or several and no name, or the command cannot be read.
    pub(crate) fn bridge(
        &self,
        argument: &str,
        all: &[Registration],
        wanted: &[String],
    ) -> Result<Vec<OsString>, Failure> {
        let speaks = |one: &&Registration| one.protocols().any(|it| it == self.protocol);
        let is_wanted =
            |one: &&Registration| wanted.is_empty() || wanted.iter().any(|it| it == one.name());
        let name = self.protocol.name();
        let names: Vec<&str> = all.iter().filter(speaks).map(Registration::name).collect();
        let names = names.join(", ");
        let mut met = all.iter().filter(speaks).filter(is_wanted);
        let rule_set = met.next().ok_or_else(|| {
            usage!(
                "{argument} {name}: {} is not played by {name}; the rule sets with this protocol: \
                 {names}",
                wanted.join(", ")
            )
        })?;
        if wanted.is_empty() && met.next().is_some() {
            return Err(usage!("{argument} {name}: name the rule set, one of {names}"));
        }
        let program =
            std::env::current_exe().map_err(|error| usage!("cannot find this program: {error}"))?;
        let mut words: Vec<OsString> =
            vec![program.into(), "bridge".into(), name.into(), rule_set.name().into()];
        for (name, value) in &self.settings {
            words.extend(["--set".into(), format!("{name}={value}").into()]);
        }
        words.push("--".into());
        words.extend(command_line(argument, self.command)?);
        Ok(words)
    }
}

/// The command of an environment, the value `env:PACKAGE:GAME` of `argument`: the module of Python
/// that plays it (docs/environments.md). `None` for any other value.
/// Errors: no rule set of the arguments says which oracle it is played against.
pub(crate) fn environment(
    argument: &str,
    text: &str,
    wanted: &[String],
) -> Result<Option<Vec<OsString>>, Failure> {
    let Some(game) = text.strip_prefix("env:") else { return Ok(None) };
    let [rule_set] = wanted else {
        return Err(usage!("{argument} {text}: an environment needs one rule set before it"));
    };
    let words = ["-m", "twinboard.environments", game, "--rule-set", rule_set.as_str()];
    Ok(Some([python()].into_iter().chain(words.map(OsString::from)).collect()))
}

/// The interpreter of the virtual environment that this program is installed in, else `python3`.
pub(crate) fn python() -> OsString {
    let beside = std::env::current_exe().map(|program| program.with_file_name("python3"));
    beside.ok().filter(|path| path.exists()).map_or_else(|| "python3".into(), Into::into)
}

/// The reason that the bridge of an engine gives for its end; `None` if the engine has no bridge.
pub(crate) fn reason(argument: &str, text: &str, error: &ConnectError) -> Option<String> {
    let is_environment = text.starts_with("env:");
    if !is_environment {
        Named::read(argument, text).ok()??;
    }
    let ConnectError::Breach(breach) = error else { return None };
    let mut lines = breach.errors.iter().rev();
    if is_environment && breach.errors.iter().any(|line| line.contains("No module named")) {
        let last = lines.next().cloned().unwrap_or_default();
        return Some(format!("{last}; install it with pip (docs/environments.md)"));
    }
    let at = breach.errors.iter().rposition(|line| line.starts_with("error: "))?;
    let mut reason = breach.errors[at]["error: ".len()..].to_owned();
    // Before it stands what the engine itself said.
    let said = &breach.errors[..at];
    if !said.is_empty() {
        reason += "\nthe end of its standard error";
    }
    let said = said.iter().map(|line| format!("\n  {line}"));
    reason.extend(said);
    Some(reason)
}

#[cfg(test)]
mod tests {
    use twinboard_bridges::Protocol;

    use super::Named;

    #[test]
    fn engines_are_named_by_protocol_and_settings() {
        let read = |text| Named::read("--engine", text).map_err(|_| ());
        let uci =
            |settings, command| Ok(Some(Named { protocol: Protocol::Uci, settings, command }));
        assert_eq!(read("uci:stockfish -x"), uci(vec![], "stockfish -x"));
        assert_eq!(
            read("uci[go=depth 3,Hash=1]:./a b"),
            uci(vec![("go", "depth 3"), ("Hash", "1")], "./a b")
        );
        for other in ["./uci", "uci", "python3 uci:", "ucis:x"] {
            assert_eq!(read(other), Ok(None), "{other}");
        }
        for wrong in ["uci[go]:x", "uci[go=1:x", "usi[]x"] {
            assert_eq!(read(wrong), Err(()), "{wrong}");
        }
    }
}
