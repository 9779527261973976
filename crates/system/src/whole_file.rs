//! Small files that are read and written as a whole. A pipe or a device in their place is
//! refused, because opening or reading it could block for ever.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use rustix::fs::OFlags;
use tokio::task::spawn_blocking;

use super::text_file::text_of;

/// Writes a file atomically and durably.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    let temporary = path.with_added_extension("new");
    let mut options = OpenOptions::new();
    let mut file = open_regular(&temporary, options.write(true).create(true))?;
    file.set_len(0)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(&temporary, path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Reads a text of at most `most` bytes.
pub fn read_whole(path: &Path, most: u64) -> io::Result<String> {
    text_of(&read_bytes(path, most)?)
}

/// Reads a file of at most `most` bytes.
pub fn read_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open_regular(path, OpenOptions::new().read(true))?;
    let mut content = Vec::new();
    file.take(most + 1).read_to_end(&mut content)?;
    if content.len() as u64 > most {
        return Err(io::Error::other(format!("it has more than {most} bytes")));
    }
    Ok(content)
}

/// Runs a file operation on a thread that neither requests nor signals wait for, because
/// a hanging disk could block it for ever.
pub async fn on_file_thread<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    spawn_blocking(work).await.unwrap_or_else(|error| Err(error.into()))
}

/// Opens a regular file, without waiting for the other end of a pipe.
fn open_regular(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let file = options.custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path)?;
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"))
}

#[cfg(test)]
mod tests {
    use rustix::fs::{CWD, Mode, mkfifoat};

    use super::*;

    #[test]
    fn only_a_regular_file_of_the_right_size_is_read_and_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        write_whole(&file, b"longer than before").unwrap();
        write_whole(&file, b"text").unwrap();
        assert_eq!(read_whole(&file, 4).unwrap(), "text");
        assert!(read_whole(&file, 3).unwrap_err().to_string().contains("more than 3 bytes"));
        let pipe = folder.path().join("pipe");
        mkfifoat(CWD, &pipe, Mode::RUSR | Mode::WUSR).unwrap();
        for other in [pipe.as_path(), folder.path(), Path::new("/dev/zero")] {
            let error = read_whole(other, 4).unwrap_err();
            assert!(error.to_string().contains("no regular file"), "{}: {error}", other.display());
        }
        mkfifoat(CWD, folder.path().join("other.new"), Mode::RUSR | Mode::WUSR).unwrap();
        write_whole(&folder.path().join("other"), b"text").unwrap_err();
    }

    #[tokio::test]
    async fn a_file_that_hangs_keeps_no_request_waiting() {
        let (go, wait) = std::sync::mpsc::channel();
        // The test has one thread: sending is only possible if the file does not block
        // it.
        let hanging = on_file_thread(move || wait.recv().map_err(io::Error::other));
        let (read, sent) = tokio::join!(hanging, async { go.send(7) });
        sent.unwrap();
        assert_eq!(read.unwrap(), 7);
    }
}
