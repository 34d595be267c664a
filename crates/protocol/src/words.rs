//! Words of requests and answers.

/// Appends a blank and an argument.
pub(crate) fn push_argument(out: &mut Vec<u8>, argument: &str) {
    out.push(b' ');
    out.extend_from_slice(argument.as_bytes());
}

/// Appends a blank and a number in decimal.
pub(crate) fn push_number(out: &mut Vec<u8>, number: u64) {
    push_argument(out, itoa::Buffer::new().format(number));
}

/// Appends the number of lines of a set-up, and the lines (EP-15).
pub(crate) fn push_setup(out: &mut Vec<u8>, setup: &str) {
    let lines = setup.trim_end_matches('\n');
    push_number(out, lines.split('\n').count() as u64);
    out.push(b'\n');
    out.extend_from_slice(lines.as_bytes());
}

/// A number of digits alone; `None` for any other text, and above 2^64 − 1.
pub(crate) fn read_number(text: &str, radix: u32) -> Option<u64> {
    // The standard library also reads a sign.
    let is_number = text.bytes().all(|digit| char::from(digit).is_digit(radix));
    if is_number { u64::from_str_radix(text, radix).ok() } else { None }
}
