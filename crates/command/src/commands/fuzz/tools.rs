//! Builds the fuzz targets, with a C++ compiler and a toolchain.
//!
//! Cargo builds them all at once, with the flags that cargo-fuzz passes.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, io};

use twinboard_harness::telemetry::TELEMETRY_VARIABLE;

use crate::commands::checkout::{Checkout, Target};
use crate::output::{self, Failure};

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
