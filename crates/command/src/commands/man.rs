//! `twinboard man`: prints or writes manual pages.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man as Page;

use crate::output::{self, Exit, Failure, files};

#[derive(Args)]
pub(crate) struct Man {
    /// Folder for one page per command, instead of a single page on standard output.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

pub(crate) fn run(options: &Man, mut parser: Command) -> Result<Exit, Failure> {
    // Adds inherited arguments, such as `--help`, to the subcommands.
    parser.build();
    match &options.out {
        Some(folder) => write_pages(&parser, folder)?,
        None => output::print(rendered(|out| whole_page(&parser, out)))?,
    }
    Ok(Exit::Success)
}

/// The visible commands, without `help`.
fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    let all = command.get_subcommands();
    all.filter(|command| !command.is_hide_set() && command.get_name() != "help")
}

/// Writes a page for the program and one for each command, such as `twinboard-verify.1`.
fn write_pages(command: &Command, folder: &Path) -> Result<(), Failure> {
    for command in [command].into_iter().chain(shown(command)) {
        let page = Page::new(command.clone());
        let path = folder.join(page.get_filename());
        files::write(&path, rendered(|out| page.render(out)))?;
    }
    Ok(())
}

/// Renders a single page, with a section for each command.
fn whole_page(command: &Command, out: &mut Vec<u8>) -> io::Result<()> {
    let page = Page::new(command.clone());
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    for command in shown(command) {
        let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
        writeln!(out, ".SH \"{}\"", name.to_uppercase())?;
        let page = Page::new(command.clone());
        let mut part = Vec::new();
        page.render_synopsis_section(&mut part)?;
        page.render_description_section(&mut part)?;
        page.render_options_section(&mut part)?;
        let part = String::from_utf8_lossy(&part);
        for line in part.lines() {
            match line.strip_prefix(".SH ") {
                Some(heading) => writeln!(out, ".SS {heading}")?,
                None => writeln!(out, "{line}")?,
            }
        }
    }
    page.render_extra_section(out)?;
    page.render_version_section(out)
}

fn rendered(render: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    render(&mut text).expect("writing to memory succeeds");
    String::from_utf8_lossy(&text).into_owned()
}
