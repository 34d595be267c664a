//! The folder of a tournament: what is kept of it, as soon as it is known.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use referee::journal::{self, Journal};
use referee::program::remove_folder;
use referee::{Record, Settings};

use crate::failure::Failure;
use crate::files;

/// The file with the settings and the games.
const JOURNAL: &str = "games.jsonl";
/// The folder with the games as case files.
const CASES: &str = "cases";
/// The folder where programs run; it is not there when nobody plays.
const MOVES: &str = "moves";

/// A tournament that is kept in a folder, which no other process uses meanwhile.
pub(super) struct Store {
    folder: PathBuf,
    journal: File,
    /// How much of the journal is whole lines.
    length: u64,
    rule_set: String,
    /// The games that are kept.
    pub(super) records: Vec<Record>,
    /// How many there were at first.
    pub(super) before: usize,
}

impl Store {
    /// Opens a folder in which games were begun, and gives their settings.
    pub(super) fn resume(folder: &Path) -> Result<(Self, Settings), Failure> {
        let path = folder.join(JOURNAL);
        let opened = OpenOptions::new().read(true).write(true).open(&path);
        let mut file = opened.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                Failure::Usage(format!("there are no games to go on with in {}", folder.display()))
            }
            _ => Failure::File { path: path.clone(), doing: "open", error },
        })?;
        let text = read(&mut file, &path)?;
        Self::of_journal(folder, file, &text)
    }

    /// Opens a folder for these settings: a new one, or one in which the same games were begun.
    pub(super) fn open(folder: &Path, settings: &Settings) -> Result<Self, Failure> {
        let path = folder.join(JOURNAL);
        let made = fs::create_dir_all(folder);
        made.map_err(|error| Failure::File { path: folder.into(), doing: "make", error })?;
        let opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file =
            opened.map_err(|error| Failure::File { path: path.clone(), doing: "open", error })?;
        let text = read(&mut file, &path)?;
        // Not even the settings had been written when the process was ended.
        if !text.contains(&b'\n') {
            let moves = folder.join(MOVES);
            if moves.exists() {
                let moves = moves.display();
                return Err(Failure::Usage(format!(
                    "{moves} is in the way; programs would run there"
                )));
            }
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
            Some(difference) => Err(Failure::Usage(format!(
                "in {} there are games with {difference}; name another folder with --out",
                folder.display()
            ))),
        }
    }

    /// A new folder below `out`, for games of this kind.
    pub(super) fn new_folder(out: &Path, kind: &str) -> Result<PathBuf, Failure> {
        let failure = |error| Failure::File { path: out.into(), doing: "make a folder in", error };
        fs::create_dir_all(out).map_err(failure)?;
        for number in 1_u64.. {
            let folder = out.join(format!("{kind}-{number}"));
            match fs::create_dir(&folder) {
                Ok(()) => return Ok(folder),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failure(error)),
            }
        }
        unreachable!("there are enough numbers")
    }

    fn of_journal(folder: &Path, journal: File, text: &[u8]) -> Result<(Self, Settings), Failure> {
        let path = folder.join(JOURNAL);
        let Journal { settings, records, length } = Journal::read(text)
            .map_err(|damaged| Failure::Usage(format!("{}: {damaged}", path.display())))?;
        let before = records.len();
        let rule_set = settings.rule_set.clone();
        let mut store = Self { folder: folder.into(), journal, length, rule_set, records, before };
        store.cut().map_err(|error| Failure::File { path, doing: "write", error })?;
        Ok((store, settings))
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Keeps a game: as a case file, then in the journal.
    pub(super) fn keep(&mut self, mut record: Record) -> Result<(), Failure> {
        let [first, second] = record.players.each_ref().map(|name| in_a_path(name));
        let number = record.game + 1;
        let name = format!("{}-{number:04}-{first}-{second}.txt", self.rule_set);
        record.file = format!("{CASES}/{name}");
        files::write(&self.folder.join(CASES).join(name), &record.case)?;
        self.append(&journal::entry(&record))?;
        record.case = String::new();
        self.records.push(record);
        Ok(())
    }

    /// Writes lines whole or not at all.
    fn append(&mut self, lines: &str) -> Result<(), Failure> {
        let written = self.cut().and_then(|()| {
            self.journal.write_all(lines.as_bytes())?;
            self.journal.sync_data()
        });
        match written {
            Ok(()) => self.length += lines.len() as u64,
            Err(error) => {
                // If that fails too, half a line does no harm at the end.
                let _ = self.cut();
                let path = self.folder.join(JOURNAL);
                return Err(Failure::File { path, doing: "write", error });
            }
        }
        Ok(())
    }

    /// Takes away what is behind the last whole line.
    fn cut(&mut self) -> io::Result<()> {
        self.journal.set_len(self.length)?;
        self.journal.seek(SeekFrom::Start(self.length)).map(drop)
    }

    /// Makes the folder where programs run.
    pub(super) fn make_moves(&self) -> Result<PathBuf, Failure> {
        let path = self.folder.join(MOVES);
        // Of a process that was ended, the last programs are ended a moment later.
        within_a_moment(|| {
            self.remove_moves();
            !path.exists()
        });
        // Programs get it as their own folder's path, from wherever they are.
        let made = fs::create_dir(&path).and_then(|()| path.canonicalize());
        made.map_err(|error| Failure::File { path, doing: "make", error })
    }

    /// Removes that folder, with whatever is left in it.
    pub(super) fn remove_moves(&self) {
        remove_folder(&self.folder.join(MOVES));
    }

    /// Writes a file beside the games.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let path = self.folder.join(name);
        files::write(&path, text).map(|()| path)
    }
}

/// The whole of a journal, which is now ours alone.
fn read(file: &mut File, path: &Path) -> Result<Vec<u8>, Failure> {
    // Where files cannot be locked, users have to take care. What a process that was ended was just
    // about to start shares its lock for a moment.
    let is_free = || !matches!(file.try_lock(), Err(TryLockError::WouldBlock));
    if !within_a_moment(is_free) {
        let path = path.display();
        return Err(Failure::Usage(format!("{path} is in use: its games are being played")));
    }
    let mut text = Vec::new();
    let read = file.read_to_end(&mut text);
    read.map_err(|error| Failure::File { path: path.into(), doing: "read", error })?;
    Ok(text)
}

/// Whether something holds now or before long.
fn within_a_moment(mut holds: impl FnMut() -> bool) -> bool {
    const MOMENT: Duration = Duration::from_secs(2);
    let started = Instant::now();
    loop {
        if holds() {
            return true;
        }
        if started.elapsed() > MOMENT {
            return false;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// A name as a part of a path.
fn in_a_path(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    name.chars().map(|c| if fits(c) { c } else { '_' }).collect()
}
