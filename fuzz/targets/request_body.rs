//! For every text sent as a body, each operation that takes one carries it out or names the
//! mistake.

#![no_main]

use std::sync::{LazyLock, Mutex};

use libfuzzer_sys::fuzz_target;
use regicide_fuzz::service::Service;

static SERVICE: LazyLock<Mutex<Service>> = LazyLock::new(|| Mutex::new(Service::start()));

fuzz_target!(|input: (u8, &[u8])| {
    let (operation, body) = input;
    let mut service = SERVICE.lock().expect("no other thread");
    let answer = service.send_body(operation, body);
    answer.check();
    // A move may have ended the game, and an attempt used up the player's.
    if matches!(answer.status, 200..=299 | 409) && !matches!(operation % 12, 0 | 4 | 6 | 9 | 10) {
        service.renew();
    }
});
