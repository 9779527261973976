//! For every text sent as `after`, a list answers or names the mistake.

#![no_main]

use std::sync::{LazyLock, Mutex};

use libfuzzer_sys::fuzz_target;
use regicide_fuzz::service::Service;

static SERVICE: LazyLock<Mutex<Service>> = LazyLock::new(|| Mutex::new(Service::start()));

fuzz_target!(|input: (u8, &[u8])| {
    let (list, after) = input;
    if after.len() > 200 {
        return;
    }
    SERVICE.lock().expect("no other thread").send_cursor(list, after).check();
});
