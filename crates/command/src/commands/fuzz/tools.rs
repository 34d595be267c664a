//! Builds the fuzz targets, with a C++ compiler and a toolchain.
//!
//! Cargo builds them all at once, with the flags that cargo-fuzz passes.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs, io};

use tempfile::TempDir;
use twinboard_harness::random::digest;
use twinboard_harness::telemetry::TELEMETRY_VARIABLE;
use twinboard_registration::fuzzed::{ENGINE_VARIABLE, FuzzedEngine};

use super::libfuzzer::{self, Ended};
use crate::commands::checkout::{Checkout, Target};
use crate::output::text::kebab_case;
use crate::output::{self, Failure};
use crate::session::Session;
use crate::session::engine::EngineOptions;

/// Flags for the compiler that count the edges a program runs through, as libFuzzer reads them.
/// Comparisons are not traced: that helps to find long magic values, and there are none here.
/// Targets for text reach no less code in the same time without it, and cases are changed as cases.
/// Tracing took 70 % of the time of cases, and 35 % of that of texts (measured).
///
/// Calls of function pointers are not traced either, as level 4 does: the edges of the called
/// function count anyway. Tracing them took 3 % of the time of cases.
const COVERAGE: [&str; 6] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cdebug-assertions",
];

/// Flag that hides warnings. Those of the user's code appear in ordinary builds, and those of the
/// crates that the targets use are no concern of the user.
const QUIET: &str = "--cap-lints=allow";

/// Codegen units per crate, unless the manifest gives a crate its own number. A single one, the
/// default of cargo-fuzz, leaves all CPUs but one idle while compiling. Crates in which targets
/// spend their time should have a single one nevertheless: instrumented functions are hardly
/// inlined into those of other units.
const CODEGEN_UNITS: &str = "8";

/// Prefixes of variables that cargo sets for the programs it runs. They are removed, since a change
/// of them makes cargo build the targets again.
const SET_BY_CARGO: [&str; 4] = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_"];

/// Variables with compiler flags, separated by the character U+001F in the first and by blanks in the
/// second.
const ENCODED_FLAGS: &str = "CARGO_ENCODED_RUSTFLAGS";
const FLAGS: &str = "RUSTFLAGS";

const NOT_BUILT: &str = "the fuzz targets could not be built; see the output of cargo above";

pub(crate) struct BuiltTargets {
    folder: PathBuf,
    /// Variables of the targets: known differences, and another engine.
    pub(crate) variables: Vec<(&'static str, String)>,
}

impl BuiltTargets {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), variables: Vec::new() }
    }

    pub(crate) fn of(&self, target: &Target) -> PathBuf {
        self.folder.join(&target.name)
    }

    /// A command that runs a target and has its telemetry on standard error.
    pub(crate) fn command(&self, target: &Target) -> Command {
        let mut command = Command::new(self.of(target));
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.env(TELEMETRY_VARIABLE, "1");
        command
    }
}

/// Builds targets with these features, which have blanks or commas between them.
pub(crate) fn build(
    checkout: &Checkout,
    targets: &[Target],
    features: &str,
) -> Result<BuiltTargets, Failure> {
    need_compiler()?;
    let triple = triple()?;
    let folder = checkout.builds()?;
    let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
    output::print_error_line(format!("building the fuzz targets {}", names.join(", ")));
    let mut build = command("cargo");
    build.current_dir(checkout.root.join("fuzz")).args(["build", "--release"]);
    // With a triple the flags are not for build scripts, which have no main of libFuzzer.
    build.args(["--target", &triple, "--target-dir"]).arg(&folder);
    for name in names {
        build.args(["--bin", name]);
    }
    build.args(["--features", features]);
    if env::var_os("CARGO_PROFILE_RELEASE_CODEGEN_UNITS").is_none() {
        build.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", CODEGEN_UNITS);
    }
    let given = flags_of(env::var(ENCODED_FLAGS).ok().as_deref(), env::var(FLAGS).ok().as_deref());
    let own = COVERAGE.into_iter().chain([QUIET]);
    let all: Vec<String> = given.into_iter().chain(own.map(str::to_owned)).collect();
    build.env_remove(FLAGS).env(ENCODED_FLAGS, all.join("\u{1f}"));
    run(&mut build)?;
    Ok(BuiltTargets::in_folder(&folder.join(&triple).join("release")))
}

/// Fails without a C++ compiler, which compiles libFuzzer itself.
fn need_compiler() -> Result<(), Failure> {
    let named = env::var("CXX").ok().filter(|name| !name.trim().is_empty());
    let compiler = named.as_deref().unwrap_or(if cfg!(windows) { "cl" } else { "c++" });
    // The value may have several words, as in `ccache c++`.
    let program = compiler.split_whitespace().next().unwrap_or(compiler);
    let mut version = command(program);
    if version.arg("--version").output().is_err_and(|error| is_missing(&error)) {
        return Err(usage!(
            "libFuzzer needs a C++ compiler and `{program}` was not found; install one \
             (Debian, Ubuntu: apt install g++; Fedora: dnf install gcc-c++; \
             Alpine: apk add g++; macOS: xcode-select --install), or set CXX to yours"
        ));
    }
    Ok(())
}

fn triple() -> Result<String, Failure> {
    let failure = || usage!("cannot read the host triple from `rustc -vV`");
    let output = command("rustc").arg("-vV").output().map_err(|_| failure())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(|host| host.trim().to_owned()).ok_or_else(failure)
}

/// A command for a program of this name, without the variables that cargo has set.
fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        if SET_BY_CARGO.iter().any(|set| name.to_string_lossy().starts_with(set)) {
            command.env_remove(name);
        }
    }
    command.stdin(Stdio::null());
    // A profile with `panic = "abort"` would lose the panics of the sides, as it would in tests,
    // where cargo ignores it.
    command.env("CARGO_PROFILE_RELEASE_PANIC", "unwind");
    command
}

/// The compiler flags of the user, from the values of [`ENCODED_FLAGS`] and [`FLAGS`], as cargo reads
/// them: an empty variable hides the next one.
fn flags_of(encoded: Option<&str>, plain: Option<&str>) -> Vec<String> {
    let flags = match (encoded, plain) {
        (Some(encoded), _) => encoded.split('\u{1f}').collect::<Vec<_>>(),
        (None, Some(plain)) => plain.split_whitespace().collect(),
        (None, None) => Vec::new(),
    };
    flags.into_iter().filter(|flag| !flag.is_empty()).map(str::to_owned).collect()
}

fn is_missing(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

/// Runs a program with its output on standard error, since standard output is for results.
fn run(command: &mut Command) -> Result<(), Failure> {
    let status = command.stdout(io::stderr()).status();
    if status.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    Err(Failure::Usage(NOT_BUILT.into()))
}

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

// libFuzzer's merge, which starts its own program once more through a shell and quotes nothing: a
// blank in any path would lose all inputs, and libFuzzer would still succeed. So it runs in a new
// folder with copies of the inputs under plain names.

/// A line that libFuzzer prints when the process that it started has read all inputs.
const MERGED: &str = "MERGE-OUTER: successful in";

/// Folder of copies of the known inputs, to which libFuzzer adds others.
const KNOWN: &str = "known";
/// Folder of copies of the inputs that may be added.
const GIVEN: &str = "given";

pub(super) struct Merge {
    pub(super) options: Vec<OsString>,
    pub(super) known: Vec<PathBuf>,
    pub(super) given: BTreeSet<PathBuf>,
    pub(super) time: Duration,
}

/// Inputs that were added, in a folder that is removed with this value.
pub(super) struct Merged {
    _folder: TempDir,
    /// Empty if the merge has failed or was ended.
    pub(super) added: BTreeSet<PathBuf>,
}

impl Merge {
    /// Merges the inputs by a target.
    /// Errors: the program cannot be started, or it says that it succeeded but has not merged.
    pub(super) fn run(
        self,
        program: &Command,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Merged, Failure> {
        let folder = crate::process::scratch_folder()?;
        let failure = Failure::file("merge in", folder.path());
        let into = folder.path().join(KNOWN);
        let arguments: Vec<OsString> =
            self.options.into_iter().chain([KNOWN.into(), GIVEN.into()]).collect();
        let prepared = copy(&self.known, &into)
            .and_then(|()| copy(&self.given, &folder.path().join(GIVEN)))
            .and_then(|()| names(&into));
        let before = prepared.map_err(failure)?;
        let mut program = by_plain_name(program, folder.path()).map_err(failure)?;
        // The control file of the merge has a path, too.
        program.current_dir(folder.path()).env("TMPDIR", ".");
        let mut is_merged = false;
        let mut listen = |line: Option<&str>| {
            is_merged |= line.is_some_and(|line| line.starts_with(MERGED));
            true
        };
        let ended = libfuzzer::run(&mut program, &arguments, self.time, is_stopped, &mut listen);
        let ended = ended.map_err(failure)?;
        if ended.is_success() && !is_merged {
            let lines = Vec::from(ended.last_lines).join("\n");
            let message = format!("libFuzzer has not merged; it printed:\n{lines}");
            return Err(failure(io::Error::other(message)));
        }
        let mut added = BTreeSet::new();
        if ended.is_success() {
            added = &names(&into).map_err(failure)? - &before;
        }
        Ok(Merged { _folder: folder, added })
    }
}

pub(super) fn names(folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

/// Copies files into a new folder, under numbers.
fn copy<'a>(files: impl IntoIterator<Item = &'a PathBuf>, folder: &Path) -> io::Result<()> {
    fs::create_dir(folder)?;
    let copy = |(number, file): (usize, &PathBuf)| fs::copy(file, folder.join(number.to_string()));
    files.into_iter().enumerate().try_for_each(|file| copy(file).map(drop))
}

/// The program under the name `./target`, which it passes to the shell.
fn by_plain_name(program: &Command, folder: &Path) -> io::Result<Command> {
    let path = std::path::absolute(program.get_program())?;
    let mut renamed = Command::new(&path);
    renamed.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&path, folder.join("target"))?;
        std::os::unix::process::CommandExt::arg0(&mut renamed, "./target");
    }
    Ok(renamed)
}

#[cfg(test)]
mod tests {
    use super::flags_of;

    #[test]
    fn flags_come_from_the_variable_that_cargo_reads() {
        let flags = |encoded: Option<&str>, plain: Option<&str>| flags_of(encoded, plain).join("|");
        assert_eq!(flags(None, None), "");
        assert_eq!(flags(None, Some(" -g  -Copt-level=1 ")), "-g|-Copt-level=1");
        let encoded = Some("--cfg\u{1f}name=\"a b\"");
        assert_eq!(flags(encoded, Some("-g")), "--cfg|name=\"a b\"");
        assert_eq!(flags(Some(""), Some("-g")), "", "cargo reads none then");
    }
}
