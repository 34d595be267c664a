//! The loopback interface of a new network namespace, which is down at first: a program whose
//! processes talk to each other on 127.0.0.1 needs it.

use std::io;

use rustix::net::netlink::SocketAddrNetlink;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, recv, sendto, socket_with,
};

/// Type of the message: changes an interface.
const NEW_LINK: u16 = 16;
/// Type of the answer, which has an error number, or 0.
const ERROR: u16 = 2;
/// Flags of the message: a request that is to be answered.
const REQUEST_WITH_ANSWER: u16 = 1 | 4;
/// Flag of an interface that is up.
const UP: u32 = 1;
/// Index of the loopback interface, the first of each namespace.
const LOOPBACK: u32 = 1;

/// Brings the interface up. The process needs the capability `CAP_NET_ADMIN` in its namespaces.
pub(crate) fn bring_up() -> io::Result<()> {
    // The default protocol is `NETLINK_ROUTE`.
    let socket = socket_with(AddressFamily::NETLINK, SocketType::RAW, SocketFlags::CLOEXEC, None)?;
    sendto(&socket, &message(), SendFlags::empty(), &SocketAddrNetlink::new(0, 0))?;
    let mut answer = [0; 256];
    let (_, length) = recv(&socket, &mut answer, RecvFlags::empty())?;
    // The header is 16 bytes long, and its type is at 4; the error follows.
    let answer = answer.get(..length).unwrap_or_default();
    let kind = answer.get(4..6).and_then(|bytes| bytes.try_into().ok()).map(u16::from_ne_bytes);
    let error = answer.get(16..20).and_then(|bytes| bytes.try_into().ok()).map(i32::from_ne_bytes);
    match (kind, error) {
        (Some(ERROR), Some(0)) => Ok(()),
        (Some(ERROR), Some(number)) => Err(io::Error::from_raw_os_error(-number)),
        _ => Err(io::Error::other("the kernel gave another answer than expected")),
    }
}

/// An `nlmsghdr` and an `ifinfomsg` (`man 7 rtnetlink`).
fn message() -> [u8; 32] {
    let mut message = [0; 32];
    let mut put = |at: usize, bytes: &[u8]| message[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &32u32.to_ne_bytes());
    put(4, &NEW_LINK.to_ne_bytes());
    put(6, &REQUEST_WITH_ANSWER.to_ne_bytes());
    put(20, &LOOPBACK.to_ne_bytes());
    put(24, &UP.to_ne_bytes());
    // The mask of the flags to change.
    put(28, &UP.to_ne_bytes());
    message
}
