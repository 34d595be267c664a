//! `twinboard engine-template`: writes an engine in another language, to start from.
//!
//! The kits, which speak the engine protocol, are in `crates/command/engine-kits`. The engine is the
//! one that is registered for the rule set and the language, which reads and prints and leaves the
//! rules to be written; or else it plays the game of `crates/command/template`.

use std::fmt::Write as _;
use std::path::{self, Path, PathBuf};

use clap::{Args, ValueEnum};

use twinboard_registration::Registration;

use crate::commands::new;
use crate::output::text::{argument, shown};
use crate::output::{self, Exit, Failure, files};
use crate::session::Session;

#[derive(Args)]
pub(crate) struct EngineTemplate {
    /// Language of the engine.
    #[arg(value_name = "LANGUAGE")]
    pub(crate) language: Language,
    /// Folder for the files, created if necessary.
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// Rule set that the engine plays: one of this program, or your own [default: the only one of
    /// this program].
    #[arg(long, value_name = "NAME")]
    pub(crate) rule_set: Option<String>,
    /// Write the kit alone, next to an engine that you have.
    #[arg(long, conflicts_with = "rule_set")]
    pub(crate) kit_only: bool,
}

/// A language that there is an engine kit for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// C++17, one header, and one for coverage
    Cpp,
    /// Python 3.8 or later, one module
    Python,
    /// JavaScript for Node.js 16 or later, one module
    Javascript,
}

/// The word by which a template marks what its reader completes.
const MARK: &str = "TODO";

/// A file to write: its name and its text. The name `my-game` in the text is replaced.
type File = (&'static str, &'static str);

struct Template {
    language: &'static str,
    engine: File,
    /// The kit, whose later files an engine may do without.
    kit: &'static [File],
    /// Command that builds the engine; `None` if there is nothing to build.
    build: Option<&'static str>,
    /// Path of the executable in the folder of the files.
    executable: &'static str,
}

const CPP: Template = Template {
    language: "cpp",
    engine: ("engine.cpp", include_str!("../../engine-kits/cpp/engine.cpp")),
    kit: &[
        ("twinboard.hpp", include_str!("../../engine-kits/cpp/twinboard.hpp")),
        ("twinboard_coverage.hpp", include_str!("../../engine-kits/cpp/twinboard_coverage.hpp")),
    ],
    build: Some("g++ -std=c++17 -O2 engine.cpp -o engine"),
    executable: "engine",
};

const PYTHON: Template = Template {
    language: "python",
    engine: ("engine.py", include_str!("../../engine-kits/python/engine.py")),
    kit: &[("twinboard.py", include_str!("../../engine-kits/python/twinboard.py"))],
    build: None,
    executable: "engine.py",
};

const JAVASCRIPT: Template = Template {
    language: "javascript",
    engine: ("engine.js", include_str!("../../engine-kits/javascript/engine.js")),
    kit: &[("twinboard.js", include_str!("../../engine-kits/javascript/twinboard.js"))],
    build: None,
    executable: "engine.js",
};

pub(crate) fn run(options: &EngineTemplate, session: &Session) -> Result<Exit, Failure> {
    let EngineTemplate { language, folder, rule_set, kit_only } = options;
    let template = match language {
        Language::Cpp => CPP,
        Language::Python => PYTHON,
        Language::Javascript => JAVASCRIPT,
    };
    if *kit_only {
        let files = template.kit.iter().map(|&(name, text)| (name, text.to_owned()));
        create(folder, &files.collect::<Vec<_>>())?;
        let (name, folder) = (template.kit[0].0, shown(folder));
        output::print(format!("Created {name} in {folder}; its top is its manual.\n"))?;
        return Ok(Exit::Success);
    }
    let names: Vec<_> = session.usual().map(Registration::name).collect();
    let rule_set = match (rule_set, &*names) {
        (Some(name), _) => name.as_str(),
        (None, [only]) => only,
        (None, _) => {
            return Err(usage!(
                "name the rule set of the engine with --rule-set: {}, or one of your own",
                names.join(", ")
            ));
        }
    };
    if !new::is_name(rule_set) {
        return Err(usage!(
            "{rule_set:?} is not a valid name for a rule set: expected lower-case letters, digits \
             and single hyphens, such as my-game"
        ));
    }
    let registered = session.registration(rule_set);
    let registered = registered.and_then(|it| it.engine_template_in(template.language));
    let source = registered.unwrap_or(template.engine.1);
    let written = [(template.engine.0, source)].into_iter().chain(template.kit.iter().copied());
    let written = written.map(|(name, text)| (name, text.replace("my-game", rule_set)));
    create(folder, &written.collect::<Vec<_>>())?;
    if template.build.is_none() {
        files::make_executable(&folder.join(template.executable))?;
    }
    let game = match registered {
        Some(source) if source.contains(MARK) => {
            format!("the start of an engine for {rule_set}, with the rules to be written at {MARK}")
        }
        Some(_) => format!("an engine for {rule_set}"),
        None => format!(
            "the lamps of `{} new` as an engine for {rule_set}; replace them by your game",
            session.short_name()
        ),
    };
    output::print(next_commands(session, &template, folder, (rule_set, &game)))?;
    Ok(Exit::Success)
}

/// Writes files that do not exist, or none of them.
fn create(folder: &Path, files: &[(&str, String)]) -> Result<(), Failure> {
    for (name, _) in files {
        let path = folder.join(name);
        // Links to no file, too.
        if path.symlink_metadata().is_ok() {
            return Err(usage!("{} exists", shown(&path)));
        }
    }
    files.iter().try_for_each(|(name, text)| files::write(&folder.join(name), text))
}

fn next_commands(
    session: &Session,
    template: &Template,
    folder: &Path,
    (rule_set, game): (&str, &str),
) -> String {
    let Template { engine: (engine, _), kit, build, executable, .. } = template;
    let program = session.short_name();
    let shown = shown(folder);
    let mut text = format!("Created {engine} and {} in {shown}: {game}.\n\n", kit[0].0);
    if folder != Path::new(".") {
        let _ = writeln!(text, "cd {}", argument(folder));
    }
    if let Some(build) = build {
        let _ = writeln!(text, "{build}");
    }
    if session.registration(rule_set).is_some() {
        let _ = writeln!(text, "{program} verify {rule_set} --engine ./{executable}");
    } else {
        let executable = folder.join(executable);
        let executable = argument(path::absolute(&executable).unwrap_or(executable));
        let _ = writeln!(
            text,
            "\nIn the project of {rule_set}, which `{program} new` creates:\n\n\
             cargo run -- verify --engine {executable}"
        );
    }
    text
}
