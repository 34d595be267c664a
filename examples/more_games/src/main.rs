//! The command `twinboard` with the games of this project.

fn main() -> std::process::ExitCode {
    let rule_sets = more_games::registrations().into_iter();
    rule_sets.fold(twinboard::Twinboard::new(), twinboard::Twinboard::rule_set).run()
}
