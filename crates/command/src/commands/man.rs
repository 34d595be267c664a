//! `twinboard man`: prints or writes manual pages.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man as Page;

use crate::args::exit_codes;
use crate::output::own::{self, Force, Kind};
use crate::output::{self, Exit, Failure, files};

#[derive(Args)]
pub(crate) struct Man {
    /// Folder for one page per command, instead of a single page on standard output.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
}

pub(crate) fn run(options: &Man, parser: Command) -> Result<Exit, Failure> {
    let mut parser = without_help(parser);
    // Adds inherited arguments, such as `--help`, to the subcommands.
    parser.build();
    let parser = Documented { command: &parser, name: String::new() };
    match &options.out {
        Some(folder) => parser.write_pages(folder, None, options.force)?,
        None => output::print(rendered(|out| parser.whole_page(out)))?,
    }
    Ok(Exit::Success)
}

/// A command without `help` among those below it, which has no page.
fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

/// A command, with its name as [`exit_codes`] has it: empty for the program.
struct Documented<'a> {
    command: &'a Command,
    name: String,
}

impl Documented<'_> {
    /// The visible commands below this one.
    fn below(&self) -> impl Iterator<Item = Documented<'_>> {
        let all = self.command.get_subcommands();
        let shown = all.filter(|below| !below.is_hide_set());
        shown.map(|command| Documented {
            command,
            name: exit_codes::name_below(&self.name, command),
        })
    }

    /// The name of its page, such as `twinboard-corpus-stats`.
    fn title(&self) -> &str {
        self.command.get_display_name().unwrap_or_else(|| self.command.get_name())
    }

    /// Writes a page for the command and one for each command below it, such as
    /// `twinboard-verify.1`.
    fn write_pages(&self, folder: &Path, above: Option<&str>, force: Force) -> Result<(), Failure> {
        let page = Page::new(self.command.clone());
        let path = folder.join(page.get_filename());
        if !force.force {
            own::check("--out", &path, Kind::ManualPage, &|_| false)?;
        }
        files::write(&path, rendered(|out| self.page(&page, above, out)))?;
        self.below().try_for_each(|below| below.write_pages(folder, Some(self.title()), force))
    }

    /// Renders the page of the command alone.
    fn page(&self, page: &Page, above: Option<&str>, out: &mut Vec<u8>) -> io::Result<()> {
        page.render_title(out)?;
        page.render_name_section(out)?;
        render_sections(page, out)?;
        if self.below().next().is_some() {
            page.render_subcommands_section(out)?;
        }
        self.render_exit_status(out)?;
        let others = self.below().map(|below| below.title().to_owned());
        let others: Vec<_> = above.map(str::to_owned).into_iter().chain(others).collect();
        let others: Vec<_> =
            others.iter().map(|title| format!("\\fB{}\\fR(1)", escaped(title))).collect();
        writeln!(out, ".SH SEE ALSO\n{}", others.join(",\n"))?;
        if self.command.get_version().is_some() {
            page.render_version_section(out)?;
        }
        Ok(())
    }

    fn render_exit_status(&self, out: &mut Vec<u8>) -> io::Result<()> {
        writeln!(out, ".SH EXIT STATUS")?;
        for (code, meaning) in exit_codes::of(&self.name).unwrap_or_default() {
            writeln!(out, ".TP\n\\fB{code}\\fR\n{}", escaped(&meaning))?;
        }
        Ok(())
    }

    /// Renders a single page, with a section for each command.
    fn whole_page(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let page = Page::new(self.command.clone());
        page.render_title(out)?;
        page.render_name_section(out)?;
        render_sections(&page, out)?;
        self.below().try_for_each(|below| below.render_as_section(out))?;
        self.render_exit_status(out)?;
        page.render_version_section(out)
    }

    /// Renders the command as a section of a page, then those below it.
    fn render_as_section(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let name = self.command.get_bin_name().unwrap_or_else(|| self.command.get_name());
        writeln!(out, ".SH \"{}\"", name.to_uppercase())?;
        let mut part = Vec::new();
        render_sections(&Page::new(self.command.clone()), &mut part)?;
        self.render_exit_status(&mut part)?;
        for line in String::from_utf8_lossy(&part).lines() {
            match line.strip_prefix(".SH ") {
                Some(heading) => writeln!(out, ".SS {heading}")?,
                None => writeln!(out, "{line}")?,
            }
        }
        self.below().try_for_each(|below| below.render_as_section(out))
    }
}

fn render_sections(page: &Page, out: &mut Vec<u8>) -> io::Result<()> {
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)
}

/// Plain text for a line of a page that begins with something else than a dot.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

fn rendered(render: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    render(&mut text).expect("writing to memory succeeds");
    ascii(&String::from_utf8_lossy(&text))
}

/// A page in ASCII, which every formatter reads, whatever the locale.
fn ascii(page: &str) -> String {
    let mut ascii = String::new();
    for character in page.chars() {
        match character {
            '…' => ascii += "...",
            '×' => ascii += "\\(mu",
            '–' => ascii += "\\(en",
            other if other.is_ascii() => ascii.push(other),
            other => {
                let _ = write!(ascii, "\\[u{:04X}]", u32::from(other));
            }
        }
    }
    ascii
}
