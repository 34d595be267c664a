//! Builds the corpus in, so that an installed command plays it wherever it is run.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    // Not `env!`: a target folder that several clones share would name the first one's.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let root = Path::new(&package).join("..");
    let corpus = root.join("corpus");
    println!("cargo:rerun-if-changed={}", corpus.display());
    let mut files = Vec::new();
    collect(&corpus, &mut files);
    files.sort();
    let mut code = String::from("[\n");
    for file in files {
        let name = file.strip_prefix(&root).expect("it lies in the corpus");
        let name = name.to_str().expect("names of the corpus are plain").replace('\\', "/");
        let rule_set = name.split('/').nth(1).expect("corpus/<rule set>/…");
        let path = file.canonicalize().expect("the file is there");
        let path = path.to_str().expect("the path is plain");
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

/// All text files below a folder; of a folder that is not there, none.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.expect("the corpus can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            files.push(path);
        }
    }
}
