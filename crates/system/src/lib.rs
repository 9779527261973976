//! The parts that commands, service and store share and that use the operating system:
//! time, randomness, files, HTTP requests, Web Push and supervised tasks.

pub mod causes;
pub mod clock;
pub mod entropy;
pub mod http_client;
pub mod running_task;
pub mod sparse_log;
pub mod text_file;
pub mod web_push;
pub mod whole_file;
