//! The workspace and the repository in which a new project is created.

use std::fs;
use std::path::{Component, Path, PathBuf, absolute};

use toml::Table;

use crate::output::Failure;
use crate::output::text::shown;

/// Begins the end of the template's manifest, which only the root of a workspace may have.
const OWN_WORKSPACE: &str = "# A workspace of its own";

/// The file with the workflow, and its line below which a folder is set.
const WORKFLOW: &str = ".github/workflows/ci.yml";
const JOB: &str = "  test:\n";

/// The surroundings of a project.
pub(super) struct Surroundings {
    /// The root of the Cargo workspace whose list of members has the project.
    workspace: Option<PathBuf>,
    /// The root of the repository of Git, and the path of the project in it.
    repository: Option<(PathBuf, PathBuf)>,
}

impl Surroundings {
    pub(super) fn of(folder: &Path) -> Result<Self, Failure> {
        let folder = without_parents(&absolute(folder).map_err(Failure::file("find", folder))?);
        let above = || folder.ancestors().skip(1);
        let root = above().find(|above| above.join(".git").exists());
        let path = |above: &Path| folder.strip_prefix(above).expect("it is below").to_owned();
        let workspaces = above().filter_map(|above| Some((above, workspace(above)?, path(above))));
        let nearest = workspaces.into_iter().find(|(_, table, path)| !is_excluded(table, path));
        let of_member = nearest.filter(|(_, table, path)| is_member(table, path));
        Ok(Self {
            workspace: of_member.map(|(above, ..)| above.to_owned()),
            repository: root.map(|root| (root.to_owned(), path(root))),
        })
    }

    /// A file of the template as it has to be here.
    pub(super) fn adapted(&self, file: &str, text: String) -> String {
        match (file, &self.repository) {
            ("Cargo.toml", _) if self.workspace.is_some() => {
                let (manifest, _) = text.split_once(OWN_WORKSPACE).unwrap_or((&text, ""));
                format!("{}\n", manifest.trim_end())
            }
            (WORKFLOW, Some((_, path))) => {
                let folder = path.display().to_string();
                let set = format!(
                    "{JOB}    defaults:\n      run:\n        working-directory: {folder:?}\n"
                );
                text.replacen(JOB, &set, 1)
            }
            _ => text,
        }
    }

    /// What the user has to do outside of the project; empty if that is nothing.
    pub(super) fn hints(&self, name: &str) -> String {
        let of_workspace = self.workspace.as_ref().map(|root| {
            let manifest = shown(root.join("Cargo.toml"));
            format!(
                "\nIt is a member of a workspace, which alone has profiles. Its tests play thousands of \
                 games, so optimise it\nin {manifest}:\n\n[profile.dev.package.{name}]\nopt-level = 1\n"
            )
        });
        let of_repository = self.repository.as_ref().map(|(root, _)| {
            let target = shown(root.join(".github/workflows").join(format!("{name}.yml")));
            format!(
                "\nThe project is in a repository: for its continuous integration, move {WORKFLOW}\nto \
                 {target}, the only place where workflows are read.\n"
            )
        });
        of_workspace.into_iter().chain(of_repository).collect()
    }
}

/// A path without `..`, which would look like a folder above.
fn without_parents(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            other => plain.push(other),
        }
    }
    plain
}

/// The table `workspace` of the manifest in a folder; `None` if there is none that can be read.
fn workspace(folder: &Path) -> Option<Table> {
    let manifest: Table = fs::read_to_string(folder.join("Cargo.toml")).ok()?.parse().ok()?;
    manifest.get("workspace")?.as_table().cloned()
}

/// The texts in a list of the table `workspace`.
fn listed<'a>(workspace: &'a Table, key: &str) -> impl Iterator<Item = &'a Path> {
    let list = workspace.get(key).and_then(|list| list.as_array()).into_iter().flatten();
    list.filter_map(|text| Some(Path::new(text.as_str()?)))
}

fn is_excluded(workspace: &Table, project: &Path) -> bool {
    listed(workspace, "exclude").any(|excluded| project.starts_with(excluded))
        && !listed(workspace, "members").any(|member| project.starts_with(member))
}

fn is_member(workspace: &Table, project: &Path) -> bool {
    listed(workspace, "members").any(|member| {
        let (member, project): (Vec<_>, Vec<_>) = (parts(member), parts(project));
        let matches_all = || member.iter().zip(&project).all(|(part, name)| matches(part, name));
        member.len() == project.len() && matches_all()
    })
}

/// The components of a path, without `.`.
fn parts(path: &Path) -> Vec<String> {
    path.components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .filter(|part| part != ".")
        .collect()
}

/// True if a name matches a pattern, in which `*` is any text and `?` any character.
fn matches(pattern: &str, name: &str) -> bool {
    let mut rest = name.chars();
    match pattern.chars().next() {
        None => name.is_empty(),
        Some('*') => (0..=name.len())
            .filter_map(|from| name.get(from..))
            .any(|rest| matches(&pattern[1..], rest)),
        Some(first) => {
            let is_same = rest.next().is_some_and(|next| first == '?' || first == next);
            is_same && matches(&pattern[first.len_utf8()..], rest.as_str())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{matches, without_parents};

    #[test]
    fn a_folder_beside_this_one_is_not_below_it() {
        assert_eq!(without_parents(Path::new("/a/b/../c")), Path::new("/a/c"));
    }

    #[test]
    fn names_match_patterns_of_members() {
        for (pattern, name) in [("*", "game"), ("g*", "game"), ("*-bot", "a-bot"), ("g?me", "game")]
        {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("", "game"), ("g", "game"), ("*-bot", "bot"), ("g?me", "gme")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
