//! Texts that these games share: values by name, one on each line, and lists of numbers.

use std::fmt;
use std::str::FromStr;

/// Numbers with blanks between them, such as scores or cards.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct List(pub Vec<u64>);

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
    }
}

impl FromStr for List {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        // Sums of a few numbers fit.
        let number = |word: &str| word.parse().ok().filter(|number| *number < 1_000);
        let all = text.split_whitespace().map(number).collect::<Option<_>>();
        all.map(Self).ok_or("numbers up to 999 with blanks between them")
    }
}

/// Declares a struct with public fields, and its text: lines with the name of a field and its value.
/// A value of several lines has several; an empty one has none. `check` returns what is wrong with a
/// value that was read, if anything is.
macro_rules! lines {
    ($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $field:ident: $type:ty,)* } $check:expr) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $name {
            $($(#[$of])* pub $field: $type,)*
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $(
                    for line in self.$field.to_string().lines() {
                        writeln!(f, "{} {line}", stringify!($field))?;
                    }
                )*
                Ok(())
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let mut lines = text.lines().map(str::trim_end).peekable();
                $(
                    let name = stringify!($field);
                    let mut values = Vec::new();
                    while let Some(value) = lines.peek().and_then(|line| line.strip_prefix(name)) {
                        values.push(value.trim_start());
                        lines.next();
                    }
                    let value = values.join("\n");
                    let $field: $type = value.parse().map_err(|_| match &*value {
                        "" => format!("a line `{name}`"),
                        value => format!("another value than `{value}` as `{name}`"),
                    })?;
                )*
                if let Some(line) = lines.next() {
                    return Err(format!("no line `{line}`, or elsewhere"));
                }
                let read = Self { $($field,)* };
                let check: fn(&Self) -> Result<(), &'static str> = $check;
                check(&read)?;
                Ok(read)
            }
        }
    };
}
pub(crate) use lines;
