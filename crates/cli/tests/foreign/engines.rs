//! The engines of the examples, compiled once, next to their kit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::shared::{lossy, quoted};
use crate::support::{repository, text};

/// An engine in another language.
pub(crate) struct Example {
    pub(crate) rule_set: &'static str,
    /// The source, below the root of the repository.
    pub(crate) source: &'static str,
    pub(crate) program: PathBuf,
    /// The program, as `--engine` takes it.
    pub(crate) command: String,
}

impl Example {
    /// True for the engines that offer copies, which `perft` needs, and have planted faults.
    pub(crate) fn is_cpp(&self) -> bool {
        Path::new(self.source).extension().is_some_and(|extension| extension == "cpp")
    }

    /// The command with an active planted fault.
    pub(crate) fn planted(&self, fault: &str) -> String {
        format!("env TWINBOARD_PLANTED={fault} {}", self.command)
    }
}

const SOURCES: [(&str, &str); 3] = [
    ("samegame", "examples/engines/samegame.cpp"),
    ("linkpop", "examples/engines/linkpop.cpp"),
    ("samegame", "examples/engines/samegame.py"),
];

/// All engines; those in C++ are compiled at the first call.
pub(crate) fn examples() -> &'static [Example] {
    static EXAMPLES: OnceLock<Vec<Example>> = OnceLock::new();
    EXAMPLES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("foreign-engines");
        fs::create_dir_all(&folder).expect("the folder can be created");
        let kit = repository().join("crates/command/engine-kits/python/twinboard.py");
        fs::copy(kit, folder.join("twinboard.py")).expect("the kit can be copied");
        let started: Vec<_> = SOURCES.into_iter().map(|it| start(&folder, it)).collect();
        started.into_iter().map(|finish| finish()).collect()
    })
}

/// The engine of `SameGame` in Python.
pub(crate) fn python() -> &'static Example {
    examples().iter().find(|it| !it.is_cpp()).expect("there is one")
}

/// The example in C++ for a rule set.
pub(crate) fn cpp(rule_set: &str) -> &'static Example {
    let mut examples = examples().iter();
    examples.find(|it| it.rule_set == rule_set && it.is_cpp()).expect("there is one")
}

/// Starts the compiler, if the example needs one. The result waits for it.
fn start(
    folder: &Path,
    (rule_set, source): (&'static str, &'static str),
) -> impl FnOnce() -> Example + use<> {
    let path = repository().join(source);
    let is_cpp = path.extension().is_some_and(|extension| extension == "cpp");
    let program = folder.join(if is_cpp { rule_set.into() } else { format!("{rule_set}.py") });
    if !is_cpp {
        fs::copy(&path, &program).expect("the engine can be copied");
    }
    let compiler = is_cpp.then(|| {
        let kit = repository().join("crates/command/engine-kits/cpp");
        compile("g++", &path, &program, &["-I", text(&kit)])
    });
    move || {
        if let Some(wait) = compiler {
            wait();
        }
        let command = quoted(&program).into_owned();
        Example { rule_set, source, program, command }
    }
}

/// Starts to compile a program with all warnings as errors. The result waits for the end.
pub(crate) fn compile(
    compiler: &str,
    source: &Path,
    program: &Path,
    options: &[&str],
) -> impl FnOnce() + use<> {
    let mut command = Command::new(compiler);
    command.args(["-std=c++17", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]);
    command.args(options).arg(source).arg("-o").arg(program).stderr(Stdio::piped());
    let child = command.spawn().expect("the compiler is installed");
    let source: PathBuf = source.into();
    move || {
        let output = child.wait_with_output().expect("the compiler ends");
        assert!(output.status.success(), "{}:\n{}", source.display(), lossy(&output.stderr));
    }
}
