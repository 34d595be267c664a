//! The programs to check, built once for all tests and runs: words for a line of arguments.

use std::ffi::OsStr;
use std::io::Write;
use std::sync::OnceLock;

use twinboard_harness::random::digest;

use crate::prelude::*;

/// The folder of the built programs, which cargo keeps between runs.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check");
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name)
}

/// A solution in Rust, which counts nodes as well.
pub(crate) fn rust() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| built_by_rustc("samegame.rs"))
}

/// A player in Rust.
pub(crate) fn player() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| built_by_rustc("paint.rs"))
}

fn built_by_rustc(name: &str) -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let program = built(name, &rustc, &["--edition", "2024", "-O"]);
    program.expect("rustc is installed, since it has built this test")
}

/// A solution in C; `None` without a compiler.
pub(super) fn c() -> Option<&'static str> {
    static PROGRAM: OnceLock<Option<String>> = OnceLock::new();
    let build = || built("linkpop.c", "cc".as_ref(), &["-O2", "-Wall", "-Werror"]);
    PROGRAM.get_or_init(|| build().or_else(|| skipped("there is no C compiler"))).as_deref()
}

/// A solution in Python; `None` without an interpreter.
pub(super) fn python() -> Option<&'static str> {
    static PROGRAM: OnceLock<Option<String>> = OnceLock::new();
    PROGRAM.get_or_init(|| in_python("samegame.py")).as_deref()
}

/// An engine that speaks UCI and counts nodes; `None` without an interpreter.
pub(crate) fn uci() -> Option<&'static str> {
    static PROGRAM: OnceLock<Option<String>> = OnceLock::new();
    PROGRAM.get_or_init(|| in_python("uci.py")).as_deref()
}

fn in_python(name: &str) -> Option<String> {
    let mut python = Command::new("python3");
    let found = python.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if found.is_ok_and(|status| status.success()) {
        Some(format!("python3 {}", quoted(&source(name))))
    } else {
        skipped("there is no python3")
    }
}

/// Compiles a program, unless an earlier run has compiled this source in this way, and returns its
/// path; `None` if the compiler cannot be started.
fn built(name: &str, compiler: &OsStr, options: &[&str]) -> Option<String> {
    let source = source(name);
    let inputs =
        format!("{} {options:?} {}", compiler.display(), fs::read_to_string(&source).unwrap());
    let stem = name.split('.').next().unwrap();
    let program = folder().join(format!("{stem}-{:016x}", digest(inputs.as_bytes())));
    if !program.exists() {
        // Under a unique name first, since a test in another process may build it, too.
        let unfinished = program.with_extension(std::process::id().to_string());
        let mut command = Command::new(compiler);
        let done = command.args(options).arg(source).arg("-o").arg(&unfinished).output().ok()?;
        assert!(done.status.success(), "{}", lossy(&done.stderr));
        fs::rename(&unfinished, &program).unwrap();
    }
    Some(quoted(&program).into_owned())
}

/// Prints a note that bypasses the capture of passing tests.
fn skipped(why: &str) -> Option<String> {
    let _ = writeln!(std::io::stderr(), "skipped a part of the tests of `check`: {why}");
    None
}
