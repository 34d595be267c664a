//! Records the sources that the program is built from, so that it can warn in a clone with others,
//! and links it for a short start.
//!
//! Writes the value of `BuiltFrom::files`: the path and the hash of each source file and manifest of
//! the crates that the program consists of. The list is empty unless this package is built in a
//! clone: a packaged crate has no clone around it that could differ.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Crates of the repository that are not part of the program.
const OTHERS: [&str; 2] = ["libfuzzer", "twinboard"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    link_at_fixed_address();
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let files = clone_around(&package).map_or_else(Vec::new, |root| {
        let mut files = Vec::new();
        match collect(&root, &mut files) {
            Ok(()) => files,
            Err(error) => {
                // The program works without the list.
                println!("cargo::warning=the sources cannot be listed: {error}");
                Vec::new()
            }
        }
    });
    let mut code = String::from("&[\n");
    for (path, hash) in files {
        // In groups, as the lints want long numbers to be.
        let [a, b, c, d] = [48, 32, 16, 0].map(|shift| hash >> shift & 0xFFFF);
        writeln!(code, "    ({path:?}, 0x{a:04x}_{b:04x}_{c:04x}_{d:04x}),")
            .expect("a string can be written to");
    }
    code.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("sources.rs"), code).expect("OUT_DIR can be written to");
}

/// Links the program at a fixed address where the compiler driver can. Otherwise each start adjusts
/// all pointers in its data, which takes half of the instructions of a short run, and the list of
/// them is a twentieth of the file (docs/performance.md).
fn link_at_fixed_address() {
    let is =
        |name, value| env::var(name).is_ok_and(|values| values.split(',').any(|one| one == value));
    let is_static = is("CARGO_CFG_TARGET_FEATURE", "crt-static");
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

/// The root of the clone in which this package is `crates/cli`.
fn clone_around(package: &Path) -> Option<PathBuf> {
    let root = package.parent()?.parent()?;
    let is_whole = ["engine", "oracle", "crates/cli"]
        .iter()
        .all(|folder| root.join(folder).join("Cargo.toml").is_file());
    (is_whole && package.ends_with("crates/cli")).then(|| root.to_owned())
}

/// Collects the source files and manifests, those of the two sides first.
fn collect(root: &Path, files: &mut Vec<(String, u64)>) -> io::Result<()> {
    let mut crates: Vec<_> = fs::read_dir(root.join("crates"))?.collect::<Result<_, _>>()?;
    crates.retain(|entry| OTHERS.iter().all(|other| *entry.file_name() != **other));
    crates.sort_by_key(fs::DirEntry::file_name);
    let crates = crates.iter().map(fs::DirEntry::path);
    for folder in ["engine", "oracle"].map(|side| root.join(side)).into_iter().chain(crates) {
        for part in ["src", "Cargo.toml", "build.rs"] {
            let path = folder.join(part);
            if path.exists() {
                println!("cargo::rerun-if-changed={}", path.display());
                add(root, &path, files)?;
            }
        }
    }
    let manifest = root.join("Cargo.toml");
    println!("cargo::rerun-if-changed={}", manifest.display());
    add(root, &manifest, files)
}

/// Adds a file, or the files below a folder in the order of their names. What is neither Rust nor a
/// manifest decides no verdict, and editors leave such files, and hidden ones that cannot be read.
fn add(root: &Path, path: &Path, files: &mut Vec<(String, u64)>) -> io::Result<()> {
    if path.is_dir() {
        let mut entries: Vec<_> = fs::read_dir(path)?.collect::<Result<_, _>>()?;
        entries.retain(|entry| !entry.file_name().to_string_lossy().starts_with('.'));
        entries.sort_by_key(fs::DirEntry::file_name);
        return entries.iter().try_for_each(|entry| add(root, &entry.path(), files));
    }
    let is_source = path.extension().is_some_and(|it| it == "rs" || it == "toml");
    let name = path.strip_prefix(root).ok().and_then(Path::to_str).filter(|_| is_source);
    if let Some(name) = name {
        files.push((name.replace('\\', "/"), hash(&fs::read(path)?)));
    }
    Ok(())
}

/// FNV-1a of 64 bits of a text, with the line ends of every checkout read as line feeds. The program
/// computes the same (`crates/command/src/commands/stale.rs`).
fn hash(text: &[u8]) -> u64 {
    let is_kept = |&(at, &byte): &(usize, &u8)| byte != b'\r' || text.get(at + 1) != Some(&b'\n');
    text.iter().enumerate().filter(is_kept).fold(0xCBF2_9CE4_8422_2325, |hash, (_, &byte)| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn the_command_hashes_in_the_same_way() {
        // The test of `BuiltFrom` has the same text and hash.
        assert_eq!(hash(b"a\r\nb\rc\r\r\n\n\r"), 0xC5C1_725A_811F_EC6A);
    }
}
