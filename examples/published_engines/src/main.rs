//! The command `twinboard` with the games of this project.

fn main() -> std::process::ExitCode {
    let all = published_engines::registrations();
    all.into_iter().fold(twinboard::Twinboard::new(), twinboard::Twinboard::rule_set).run()
}
