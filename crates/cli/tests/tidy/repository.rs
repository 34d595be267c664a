//! The files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// A file with its path from the root, with slashes on every system.
#[derive(Clone, Debug)]
pub(crate) struct SourceFile {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the root is there")
}

/// Hidden folders of the root that are written by hand.
const HIDDEN: [&str; 3] = [".cargo", ".ci", ".github"];

/// Paths of all files and symlinks from the root, in order, but for the output of tools. No link is
/// followed.
pub(crate) fn paths() -> Vec<String> {
    let root = root();
    let walk = WalkDir::new(&root).sort_by_file_name().into_iter();
    let entries = walk.filter_entry(|entry| entry.depth() == 0 || !is_made_by_tools(entry.path()));
    let files = entries.map(Result::unwrap).filter(|entry| !entry.file_type().is_dir());
    let from_root = |path: &Path| {
        let path = path.strip_prefix(&root).unwrap();
        path.to_str().unwrap_or_else(|| panic!("{} is plain", path.display())).replace('\\', "/")
    };
    files.map(|file| from_root(file.path())).collect()
}

/// Contents of all files with this ending.
pub(crate) fn files(ending: &str) -> Vec<SourceFile> {
    let paths = paths().into_iter().filter(|path| path.ends_with(ending));
    let read = |path: String| {
        let text = fs::read_to_string(root().join(&path));
        SourceFile { text: text.unwrap_or_else(|error| panic!("{path}: {error}")), path }
    };
    paths.map(read).collect()
}

/// The lines of a text with their numbers, from 1.
pub(crate) fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line))
}

/// The words of a line: runs of letters, digits and underscores.
pub(crate) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// True if one of the words of a list is this one.
pub(crate) fn lists(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|listed| listed == word)
}

/// Hidden files and folders, target folders (cargo marks them) and the entries of `.gitignore`.
fn is_made_by_tools(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if HIDDEN.contains(&&*name) {
        return false;
    }
    let is_output = lists("target artifacts coverage twinboard-out", &name);
    name.starts_with('.')
        || name.starts_with("mutants.out")
        || is_output
        || path.ends_with("fuzz/corpus")
        || path.join("CACHEDIR.TAG").exists()
}

/// Fails with the list of all faults, unless it is empty.
#[track_caller]
pub(crate) fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}
