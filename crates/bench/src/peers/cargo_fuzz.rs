//! cargo-fuzz: a target for each game in `crates/bench/fuzz`, which libFuzzer runs in processes.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{fs, io};

use nix::sys::resource::{UsageWho, getrusage};

use super::Outcome;
use super::games::{PlayedByHand, Raw};
use super::peers::SHRINKING;

/// The built targets.
pub(crate) struct Targets {
    folder: PathBuf,
    work: tempfile::TempDir,
}

impl Targets {
    /// Builds the targets; fails if cargo-fuzz is not installed.
    pub(crate) fn build() -> io::Result<Self> {
        let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
        let folder = fuzz.join("target");
        let status = Command::new("cargo")
            .args(["fuzz", "build", "--sanitizer", "none", "--target-dir"])
            .arg(&folder)
            .arg("--fuzz-dir")
            .arg(&fuzz)
            .stdout(Stdio::null())
            .status()?;
        if !status.success() {
            return Err(io::Error::other("`cargo fuzz build` failed"));
        }
        // There is one folder with the name of a target triple.
        let releases = fs::read_dir(&folder)?.flatten().map(|it| it.path().join("release"));
        let mut built = releases.filter(|release| release.join("samegame").is_file());
        let folder = built.next().ok_or_else(|| io::Error::other("no target was built"))?;
        Ok(Self { folder, work: tempfile::tempdir()? })
    }

    /// Runs the target of a game with a planted fault until it fails, and minimizes the input.
    pub(crate) fn look<G: PlayedByHand>(
        &self,
        game: &str,
        fault: &str,
        limit: Duration,
    ) -> io::Result<Outcome> {
        let work = self.work.path();
        let (corpus, failing) = (work.join("corpus"), work.join("failing"));
        let minimized = work.join("minimized");
        let _ = fs::remove_dir_all(&corpus);
        for file in [&failing, &minimized] {
            let _ = fs::remove_file(file);
        }
        fs::create_dir(&corpus)?;
        let run = |artifact: &Path, time: Duration, more: &[&str], input: &Path| {
            Command::new(self.folder.join(game))
                .env("TWINBOARD_PLANTED", fault)
                .arg(format!("-exact_artifact_path={}", artifact.display()))
                .arg(format!("-max_total_time={}", time.as_secs_f64().ceil()))
                .arg("-seed=1")
                .args(more)
                .arg(input)
                .current_dir(work)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
        };
        let begun = of_children()?;
        run(&failing, limit, &["-max_len=512"], &corpus)?;
        let time = of_children()?.saturating_sub(begun);
        let Ok(found) = fs::read(&failing) else { return Ok(Outcome { found: None, shrunk: 0 }) };
        // With a limit on the length an assertion of libFuzzer fails, and nothing is minimized (0.4.13).
        run(&minimized, SHRINKING, &["-minimize_crash=1"], &failing)?;
        let smallest = fs::read(&minimized).unwrap_or(found);
        let shrunk = Raw::of_bytes::<G>(&smallest).map_or(0, |raw| G::text(&raw).len());
        Ok(Outcome { found: Some(time), shrunk })
    }
}

/// CPU time of the processes that have ended.
fn of_children() -> io::Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let [user, system] = [usage.user_time(), usage.system_time()]
        .map(|time| Duration::new(time.tv_sec() as u64, time.tv_usec() as u32 * 1_000));
    Ok(user + system)
}
