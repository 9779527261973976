//! A service that stops while something is computed.

use serde_json::json;

use crate::games::id;
use crate::process::Process;
use crate::server::Setting;

crate::on_both_databases!(a_bot_that_thinks_for_ever_does_not_keep_the_process);

async fn a_bot_that_thinks_for_ever_does_not_keep_the_process(setting: Setting) {
    let settings = [("REGICIDE_TEST_ENDLESS_BOTS", "1"), ("REGICIDE_BOT_PAUSE_MS", "0")];
    let (process, client, _) = Process::start_with(setting.url(), &settings);
    let created = client.create(&json!({"players": 2, "bots": ["novice", "novice"]})).await;
    process.until_logged("a bot thinks for ever").await;
    assert_eq!(client.view(id(&created)).await["seq"], 0);
    process.terminate();
    process.ended();
}
