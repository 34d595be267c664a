//! Compiles the corpus into the crate, so that an installed command can play it anywhere.
//!
//! The corpus is read from `corpus` next to the manifest: a folder in the packaged crate, and in
//! the repository a symlink to the folder of this name at the root. A crate without its corpus
//! would verify less and not report it, so the build fails if there are no cases.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() {
    // Not `env!`: with a target folder shared by several clones it would name the first clone.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let corpus = corpus_folder(Path::new(&package));
    println!("cargo::rerun-if-changed={}", corpus.display());
    let mut files = Vec::new();
    let problem = match collect(&corpus, &mut files) {
        Err(error) => Some(error.to_string()),
        Ok(()) if files.is_empty() => Some("it has no case files (*.txt)".into()),
        Ok(()) => None,
    };
    if let Some(problem) = problem {
        println!("cargo::error=the corpus cannot be built in from {}: {problem}", corpus.display());
        return;
    }
    files.sort();
    let mut code = String::from("[\n");
    for file in files {
        let name = file.strip_prefix(&corpus).expect("the file is in the corpus");
        let name = name.to_str().expect("names in the corpus are ASCII").replace('\\', "/");
        let rule_set = name.split('/').next().expect("<rule set>/…");
        let name = format!("corpus/{name}");
        let path = file.canonicalize().expect("the file exists");
        let path = path.to_str().expect("the path is valid UTF-8");
        writeln!(
            code,
            "    ({rule_set:?}, CorpusFile {{ path: {name:?}, text: include_bytes!({path:?}) }}),"
        )
        .expect("a string can be written to");
    }
    code.push(']');
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("corpus.rs"), code).expect("OUT_DIR can be written to");
}

/// The folder of the corpus. If git creates no symlinks (`core.symlinks=false`), a clone has a file
/// in its place that contains the target.
fn corpus_folder(package: &Path) -> PathBuf {
    let folder = package.join("corpus");
    match fs::read_to_string(&folder) {
        Ok(target) => package.join(target.trim_end()),
        Err(_) => folder,
    }
}

/// Collects all text files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            files.push(path);
        }
    }
    Ok(())
}
