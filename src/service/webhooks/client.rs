//! The HTTP client of webhooks. It connects to an address that it has checked
//! itself, sends one request, and reads the status of the answer: no redirect is
//! followed, and nothing of the answer's body is read.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{Either, select};
use http_body_util::Full;
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{CONNECTION, CONTENT_TYPE, HOST, USER_AGENT};
use hyper_util::rt::TokioIo;
use strum::IntoStaticStr;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::{Host, Position, Url};

use super::address::WebhookReceivers;

/// How long everything may take, from the resolution of the host on.
const LIMIT: Duration = Duration::from_secs(5);

/// How many bytes of the answer are read for its head.
const MAX_HEAD: usize = 8192;

/// Why no answer came. The names are part of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(super) enum SendError {
    /// The host has no address.
    UnknownHost,
    /// The host has an address that is not public.
    ForbiddenAddress,
    NoConnection,
    /// TLS failed, mostly for want of a valid certificate.
    Tls,
    /// The answer is not HTTP.
    NoHttp,
    Timeout,
}

pub(super) struct WebhookClient {
    receivers: WebhookReceivers,
    tls: TlsConnector,
}

impl WebhookClient {
    /// A client that trusts the certificates that the machine trusts.
    ///
    /// # Panics
    /// Never: the provider knows the versions of TLS.
    pub(super) fn new(receivers: WebhookReceivers) -> Self {
        let mut roots = RootCertStore::empty();
        let found = rustls_native_certs::load_native_certs();
        roots.add_parsable_certificates(found.certs);
        if roots.is_empty() {
            tracing::warn!(errors = ?found.errors, "no certificate is trusted: webhooks by https will fail");
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("the provider knows the versions of TLS")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Self { receivers, tls: TlsConnector::from(Arc::new(config)) }
    }

    /// Sends a body with headers; the status of the answer.
    pub(super) async fn post(
        &self,
        url: &Url,
        headers: &[(&'static str, String)],
        body: &str,
    ) -> Result<u16, SendError> {
        timeout(LIMIT, self.send(url, headers, body)).await.unwrap_or(Err(SendError::Timeout))
    }

    async fn send(
        &self,
        url: &Url,
        headers: &[(&'static str, String)],
        body: &str,
    ) -> Result<u16, SendError> {
        let mut request = Request::post(&url[Position::BeforePath..Position::AfterQuery])
            .header(HOST, &url[Position::BeforeHost..Position::AfterPort])
            .header(USER_AGENT, concat!("regicide-server/", env!("CARGO_PKG_VERSION")))
            .header(CONTENT_TYPE, "application/json")
            .header(CONNECTION, "close");
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let body = Full::new(Bytes::from(body.to_owned()));
        let request = request.body(body).map_err(|_| SendError::UnknownHost)?;
        let stream = self.connect(url).await?;
        if url.scheme() != "https" {
            return answer(stream, request).await;
        }
        let name = match url.host().ok_or(SendError::UnknownHost)? {
            Host::Domain(name) => {
                ServerName::try_from(name.to_owned()).map_err(|_| SendError::UnknownHost)?
            }
            Host::Ipv4(address) => ServerName::from(std::net::IpAddr::from(address)),
            Host::Ipv6(address) => ServerName::from(std::net::IpAddr::from(address)),
        };
        let stream = self.tls.connect(name, stream).await.map_err(|_| SendError::Tls)?;
        answer(stream, request).await
    }

    /// A connection to an address of the URL's host, of which all are allowed.
    async fn connect(&self, url: &Url) -> Result<TcpStream, SendError> {
        let port = url.port_or_known_default().ok_or(SendError::UnknownHost)?;
        let addresses: Vec<SocketAddr> = match url.host().ok_or(SendError::UnknownHost)? {
            Host::Domain(name) => {
                lookup_host((name, port)).await.map_err(|_| SendError::UnknownHost)?.collect()
            }
            Host::Ipv4(address) => vec![SocketAddr::from((address, port))],
            Host::Ipv6(address) => vec![SocketAddr::from((address, port))],
        };
        if addresses.is_empty() {
            return Err(SendError::UnknownHost);
        }
        if !addresses.iter().all(|address| self.receivers.allow(address.ip())) {
            return Err(SendError::ForbiddenAddress);
        }
        for address in addresses {
            if let Ok(stream) = TcpStream::connect(address).await {
                return Ok(stream);
            }
        }
        Err(SendError::NoConnection)
    }
}

/// The status that a request is answered with.
async fn answer(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<u16, SendError> {
    let mut client = http1::Builder::new();
    client.max_buf_size(MAX_HEAD);
    let opened = client.handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = opened.map_err(|_| SendError::NoHttp)?;
    let answered = match select(Box::pin(sender.send_request(request)), connection).await {
        Either::Left((answered, _)) => answered,
        // The connection has ended, perhaps with the answer.
        Either::Right((_, answered)) => answered.await,
    };
    Ok(answered.map_err(|_| SendError::NoHttp)?.status().as_u16())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_name_of_a_private_address_is_not_connected_to() {
        let client = WebhookClient::new(WebhookReceivers::Https);
        for (url, error) in [
            ("https://localhost:8443/", SendError::ForbiddenAddress),
            ("https://127.0.0.1:8443/", SendError::ForbiddenAddress),
            ("https://[::1]:8443/", SendError::ForbiddenAddress),
            ("https://nowhere.invalid/", SendError::UnknownHost),
        ] {
            assert_eq!(client.post(&Url::parse(url).unwrap(), &[], "{}").await, Err(error), "{url}");
        }
    }
}
