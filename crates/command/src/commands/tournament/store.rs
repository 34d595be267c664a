//! The folder of a tournament: its settings, and every game as soon as it has ended.
//!
//! Games are written one at a time. A lock on the journal keeps other processes out.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use twinboard_referee::journal::{self, Journal};
use twinboard_referee::{Record, Settings};

use crate::output::text::shown;
use crate::output::{Failure, files};

const JOURNAL: &str = "games.jsonl";
/// Maximum size of that file in bytes: a million short games.
const SIZE_MAX: u64 = 1 << 30;
/// The folder with the games as case files.
const CASES: &str = "cases";

/// A tournament saved in a folder that this process has locked.
pub(super) struct Store {
    folder: PathBuf,
    journal: File,
    /// Length of the whole lines of the journal, in bytes.
    length: u64,
    rule_set: String,
    pub(super) records: Vec<Record>,
    /// Number of games when the folder was opened.
    pub(super) before: usize,
}

impl Store {
    /// Opens a folder of games to resume. Returns their settings.
    pub(super) fn resume(folder: &Path) -> Result<(Self, Settings), Failure> {
        let path = folder.join(JOURNAL);
        let opened = files::open_plain(&path, OpenOptions::new().read(true).write(true));
        let mut file = opened.map_err(|failure| match failure {
            Failure::File { error, .. } if error.kind() == io::ErrorKind::NotFound => {
                usage!("no games to resume: {} has no {JOURNAL}", shown(folder))
            }
            failure => failure,
        })?;
        let text = read(&mut file, &path)?;
        Self::of_journal(folder, file, &text)
    }

    /// Opens a folder for these settings: a new one, or one in which the same games were begun.
    pub(super) fn open(folder: &Path, settings: &Settings) -> Result<Self, Failure> {
        let path = folder.join(JOURNAL);
        let made = fs::create_dir_all(folder);
        made.map_err(Failure::file("create", folder))?;
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = files::open_plain(&path, options)?;
        let text = read(&mut file, &path)?;
        // The journal is new, or the process was killed before it had written the settings.
        if !text.contains(&b'\n') {
            let mut store = Self {
                folder: folder.into(),
                journal: file,
                length: 0,
                rule_set: settings.rule_set.clone(),
                records: Vec::new(),
                before: 0,
            };
            store.append(&journal::head(settings))?;
            return Ok(store);
        }
        let (store, there) = Self::of_journal(folder, file, &text)?;
        match there.difference(settings) {
            None => Ok(store),
            Some(difference) => Err(usage!(
                "{} contains games with {difference}; choose another folder with --out",
                shown(folder)
            )),
        }
    }

    /// Creates a new folder in `out` for games of this kind, such as `match-1`.
    pub(super) fn new_folder(out: &Path, kind: &str) -> Result<PathBuf, Failure> {
        let failure = Failure::file("create a folder in", out);
        fs::create_dir_all(out).map_err(failure)?;
        for number in 1_u64.. {
            let folder = out.join(format!("{kind}-{number}"));
            match fs::create_dir(&folder) {
                Ok(()) => return Ok(folder),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failure(error)),
            }
        }
        unreachable!("the folder has fewer than 2^64 entries")
    }

    fn of_journal(folder: &Path, journal: File, text: &[u8]) -> Result<(Self, Settings), Failure> {
        let path = folder.join(JOURNAL);
        let Journal { settings, mut records, length } =
            Journal::read(text).map_err(|damaged| usage!("{}: {damaged}", shown(&path)))?;
        // Paths in the journal are not trusted, but made again.
        for record in &mut records {
            record.file = file_of(&settings.rule_set, record);
        }
        let before = records.len();
        let rule_set = settings.rule_set.clone();
        let folder = folder.into();
        let mut store = Self { folder, journal, length, rule_set, records, before };
        store.cut().map_err(Failure::file("write", &path))?;
        Ok((store, settings))
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Saves a game as a case file, then in the journal.
    pub(super) fn keep(&mut self, mut record: Record) -> Result<(), Failure> {
        record.file = file_of(&self.rule_set, &record);
        files::keep(&self.folder.join(&record.file), &record.case)?;
        self.append(&journal::entry(&record))?;
        record.case = String::new();
        self.records.push(record);
        Ok(())
    }

    /// Appends a line atomically to the journal, and syncs it.
    fn append(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.cut().and_then(|()| {
            self.journal.write_all(line.as_bytes())?;
            self.journal.sync_data()
        });
        match written {
            Ok(()) => {
                self.length += line.len() as u64;
                Ok(())
            }
            Err(error) => {
                // If this fails, too, an incomplete last line is ignored by readers.
                let _ = self.cut();
                let path = self.folder.join(JOURNAL);
                Err(Failure::File { path, doing: "write", error })
            }
        }
    }

    fn cut(&mut self) -> io::Result<()> {
        self.journal.set_len(self.length)?;
        self.journal.seek(SeekFrom::Start(self.length)).map(drop)
    }

    /// The case file of a saved game; `None` if it is lost.
    pub(super) fn case_of(&self, record: &Record) -> Option<String> {
        if !record.case.is_empty() {
            return Some(record.case.clone());
        }
        files::read_saved(&self.folder.join(&record.file), ("case files", files::CASE_FILE_MAX))
            .ok()
    }
}

fn file_of(rule_set: &str, record: &Record) -> String {
    let [first, second] = record.players.each_ref().map(|name| path_safe(name));
    format!("{CASES}/{rule_set}-{:04}-{first}-{second}.txt", record.game.saturating_add(1))
}

/// True if a file is part of the saved games of a folder.
pub(super) fn is_of_games(folder: &Path, file: &Path) -> bool {
    let is_below = |part| files::is_below(file, &folder.join(part));
    files::are_same(&folder.join(JOURNAL), file) || is_below(CASES)
}

/// Locks a journal and reads all of it.
fn read(file: &mut File, path: &Path) -> Result<Vec<u8>, Failure> {
    // File systems without locks are accepted.
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        let path = shown(path);
        return Err(usage!("{path} is in use by another process"));
    }
    files::read_file(file, path, ("journals", SIZE_MAX))
}

/// A name with all characters replaced that are unusual in a path.
fn path_safe(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    name.chars().map(|c| if fits(c) { c } else { '_' }).collect()
}
