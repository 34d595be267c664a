//! Options that engines of UCI and USI offer, in lines such as
//! `option name Hash type spin default 16 min 1 max 1024`.

/// Checks a value against the lines in which an engine offers its options.
///
/// # Errors
///
/// The engine has no such option, or the option does not take the value; a sentence that says which
/// there are.
pub(crate) fn check_option(offered: &[String], name: &str, value: &str) -> Result<(), String> {
    let Some(kind) = kind_of(offered, name) else {
        let names: Vec<&str> = named(offered).map(|(name, _)| name).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(format!("the program has no option `{name}`; its options: {names}"));
    };
    let is_taken = match kind.split_whitespace().next() {
        Some("check") => ["true", "false"].contains(&value),
        Some("spin") => value.parse().is_ok_and(|value: i64| {
            limit(kind, "min").is_none_or(|min| min <= value)
                && limit(kind, "max").is_none_or(|max| value <= max)
        }),
        Some("combo") => {
            kind.split(" var ").skip(1).any(|var| var.trim().eq_ignore_ascii_case(value))
        }
        _ => true,
    };
    if is_taken { Ok(()) } else { Err(format!("the option `{name}` is of type {kind}: `{value}`")) }
}

/// The largest value of an option of type spin; `None` if there is no such option.
pub(crate) fn max_of(offered: &[String], name: &str) -> Option<i64> {
    limit(kind_of(offered, name)?, "max")
}

/// The type of an option and what follows it; `None` if there is no such option.
fn kind_of<'o>(offered: &'o [String], name: &str) -> Option<&'o str> {
    named(offered).find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, kind)| kind)
}

fn named(offered: &[String]) -> impl Iterator<Item = (&str, &str)> {
    offered.iter().filter_map(|line| {
        let (name, kind) = line.trim().strip_prefix("option name ")?.split_once(" type ")?;
        Some((name.trim(), kind.trim()))
    })
}

fn limit(kind: &str, word: &str) -> Option<i64> {
    kind.split_whitespace().skip_while(|it| *it != word).nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::check_option;

    #[test]
    fn only_values_that_the_engine_offers_are_set() {
        let offered = [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name UCI_Chess960 type check default false",
            "option name UCI_Variant type combo default chess var chess var king of the hill",
            "option name Debug Log File type string default",
        ]
        .map(str::to_owned);
        let of = |name, value| check_option(&offered, name, value);
        for (name, value) in [
            ("Hash", "1024"),
            ("hash", "1"),
            ("UCI_Chess960", "true"),
            ("UCI_Variant", "king of the hill"),
            ("Debug Log File", "anything"),
        ] {
            assert_eq!(of(name, value), Ok(()), "{name}");
        }
        for (name, value) in
            [("Hash", "0"), ("Hash", "x"), ("UCI_Chess960", "1"), ("UCI_Variant", "go")]
        {
            assert!(of(name, value).unwrap_err().contains(" is of type "), "{name}={value}");
        }
        let missing = "the program has no option `Threads`; its options: Hash, UCI_Chess960, \
                       UCI_Variant, Debug Log File";
        assert_eq!(of("Threads", "1"), Err(missing.to_owned()));
        assert_eq!(
            check_option(&[], "a", "b").unwrap_err().split_once("; ").unwrap().1,
            "its options: none"
        );
    }
}
