//! An HTTP client for webhooks, witnesses and logs. It connects to an address that it has
//! checked itself, and sends one request: it follows no redirect, and reads no more of
//! the answer than the caller requests.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{Either, select};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{CONNECTION, CONTENT_TYPE, HOST, RETRY_AFTER, USER_AGENT};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use strum::IntoStaticStr;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::{Host, Position, Url};

/// The time limit of a request, from the resolution of the host on.
const LIMIT: Duration = Duration::from_secs(5);

/// The time limit of the resolution of a host. A failure is returned only then, so that
/// the time does not reveal its reason.
const RESOLUTION: Duration = Duration::from_secs(2);

/// The number of bytes of the answer that are read for its head.
const MAX_HEAD: usize = 8192;

/// The reason why no answer came. The names are part of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, thiserror::Error)]
#[strum(serialize_all = "snake_case")]
#[error("{}", <&str>::from(self))]
pub enum SendError {
    /// The host has no address, or a forbidden one. The two are not distinguished, since
    /// this would reveal the names of a private network.
    UnusableHost,
    NoConnection,
    /// TLS failed, usually because of an invalid certificate.
    Tls,
    /// The answer is not HTTP.
    NoHttp,
    Timeout,
}

/// The filter of addresses that may be called.
type Allowed = Box<dyn Fn(IpAddr) -> bool + Send + Sync>;

pub struct HttpClient {
    allowed: Allowed,
    tls: TlsConnector,
}

/// The answer of a server.
#[derive(Debug, PartialEq, Eq)]
pub struct HttpAnswer {
    pub status: u16,
    /// The pause before a retry, if the answer has it in seconds.
    pub retry_after: Option<Duration>,
    pub content_type: Option<String>,
    pub body: Vec<u8>,
}

impl HttpClient {
    /// A client that trusts the certificates of the machine's store.
    pub fn new(allowed: impl Fn(IpAddr) -> bool + Send + Sync + 'static) -> Self {
        let mut roots = RootCertStore::empty();
        let found = rustls_native_certs::load_native_certs();
        roots.add_parsable_certificates(found.certs);
        if roots.is_empty() {
            tracing::warn!(errors = ?found.errors, "no certificate is trusted: requests by https will fail");
        }
        Self::trusting(Box::new(allowed), roots)
    }

    fn trusting(allowed: Allowed, roots: RootCertStore) -> Self {
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("the provider knows the versions of TLS")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Self { allowed, tls: TlsConnector::from(Arc::new(config)) }
    }

    /// Posts a body with headers; returns the status of the answer, and its body up to
    /// `most` bytes.
    pub async fn post(
        &self,
        url: &Url,
        headers: &[(&'static str, String)],
        body: impl Into<Bytes>,
        most: usize,
    ) -> Result<HttpAnswer, SendError> {
        self.send(Method::POST, url, headers, body.into(), most).await
    }

    /// Gets the content at a URL, up to `most` bytes.
    pub async fn get(&self, url: &Url, most: usize) -> Result<HttpAnswer, SendError> {
        self.send(Method::GET, url, &[], Bytes::new(), most).await
    }

    async fn send(
        &self,
        method: Method,
        url: &Url,
        headers: &[(&'static str, String)],
        body: Bytes,
        most: usize,
    ) -> Result<HttpAnswer, SendError> {
        let sent = self.try_send(method, url, headers, body, most);
        timeout(LIMIT, sent).await.unwrap_or(Err(SendError::Timeout))
    }

    async fn try_send(
        &self,
        method: Method,
        url: &Url,
        headers: &[(&'static str, String)],
        body: Bytes,
        most: usize,
    ) -> Result<HttpAnswer, SendError> {
        let mut request = Request::builder()
            .method(method)
            .uri(&url[Position::BeforePath..Position::AfterQuery])
            .header(HOST, &url[Position::BeforeHost..Position::AfterPort])
            .header(USER_AGENT, concat!("regicide-server/", env!("CARGO_PKG_VERSION")))
            .header(CONNECTION, "close");
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let request = request.body(Full::new(body)).map_err(|_| SendError::UnusableHost)?;
        let stream = self.connect(url).await?;
        if url.scheme() != "https" {
            return answer(stream, request, most).await;
        }
        let name = match url.host().ok_or(SendError::UnusableHost)? {
            Host::Domain(name) => {
                ServerName::try_from(name.to_owned()).map_err(|_| SendError::UnusableHost)?
            }
            Host::Ipv4(address) => ServerName::from(std::net::IpAddr::from(address)),
            Host::Ipv6(address) => ServerName::from(std::net::IpAddr::from(address)),
        };
        let stream = self.tls.connect(name, stream).await.map_err(|_| SendError::Tls)?;
        answer(stream, request, most).await
    }

    /// A connection to an address of the URL's host.
    async fn connect(&self, url: &Url) -> Result<TcpStream, SendError> {
        let failed_at = Instant::now() + RESOLUTION;
        let Ok(Some(addresses)) = timeout_at(failed_at, self.addresses(url)).await else {
            sleep_until(failed_at).await;
            return Err(SendError::UnusableHost);
        };
        for address in addresses {
            if let Ok(stream) = TcpStream::connect(address).await {
                return Ok(stream);
            }
        }
        Err(SendError::NoConnection)
    }

    /// The addresses of the URL's host, if there are any and all may be called.
    async fn addresses(&self, url: &Url) -> Option<Vec<SocketAddr>> {
        let port = url.port_or_known_default()?;
        let addresses: Vec<SocketAddr> = match url.host()? {
            Host::Domain(name) => lookup_host((name, port)).await.ok()?.collect(),
            Host::Ipv4(address) => vec![SocketAddr::from((address, port))],
            Host::Ipv6(address) => vec![SocketAddr::from((address, port))],
        };
        let may_be_called = addresses.iter().all(|address| (self.allowed)(address.ip()));
        (may_be_called && !addresses.is_empty()).then_some(addresses)
    }
}

/// Sends a request and reads its answer.
async fn answer(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
    most: usize,
) -> Result<HttpAnswer, SendError> {
    let mut client = http1::Builder::new();
    client.max_buf_size(MAX_HEAD);
    let opened = client.handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = opened.map_err(|_| SendError::NoHttp)?;
    let exchange = Box::pin(async {
        let response = sender.send_request(request).await.map_err(|_| SendError::NoHttp)?;
        let status = response.status().as_u16();
        let seconds = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
        let retry_after = seconds.map(Duration::from_secs);
        let content_type = response.headers().get(CONTENT_TYPE);
        let content_type = content_type.and_then(|value| Some(value.to_str().ok()?.to_owned()));
        if most == 0 {
            return Ok(HttpAnswer { status, retry_after, content_type, body: Vec::new() });
        }
        let body = Limited::new(response.into_body(), most).collect().await;
        let body = body.map_err(|_| SendError::NoHttp)?.to_bytes().into();
        Ok(HttpAnswer { status, retry_after, content_type, body })
    });
    match select(exchange, connection).await {
        Either::Left((answered, _)) => answered,
        // The connection has ended, perhaps with the answer.
        Either::Right((_, answered)) => answered.await,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;
    use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;
    use tokio_rustls::rustls::ServerConfig;
    use tokio_rustls::rustls::pki_types::PrivateKeyDer;

    use super::*;

    /// A receiver by TLS with a certificate for a name: a client that trusts its issuer,
    /// the URL, and the number of requests so far.
    async fn receiver(name: &str) -> (HttpClient, Url, Arc<AtomicUsize>) {
        let authority_key = KeyPair::generate().unwrap();
        let mut authority = CertificateParams::default();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(authority, authority_key).unwrap();
        let key = KeyPair::generate().unwrap();
        let own = CertificateParams::new([name.to_owned()]).unwrap().signed_by(&key, &authority).unwrap();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![own.der().clone()], key)
            .unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(authority.der().clone()).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("https://localhost:{}/", listener.local_addr().unwrap().port());
        let requests = Arc::<AtomicUsize>::default();
        let (acceptor, received) = (TlsAcceptor::from(Arc::new(config)), requests.clone());
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                // A client that does not trust the certificate hangs up.
                let Ok(mut stream) = acceptor.accept(stream).await else { continue };
                if stream.read(&mut [0; 4096]).await.is_ok_and(|length| length > 0) {
                    received.fetch_add(1, Ordering::SeqCst);
                    let answer = b"HTTP/1.1 204 No Content\r\n\r\n";
                    stream.write_all(answer).await.unwrap();
                    stream.shutdown().await.unwrap();
                }
            }
        });
        let client = HttpClient::trusting(Box::new(|_| true), roots);
        (client, Url::parse(&url).unwrap(), requests)
    }

    #[tokio::test]
    async fn a_message_goes_to_who_has_a_certificate_for_the_name() {
        let (client, url, requests) = receiver("localhost").await;
        let answer = HttpAnswer { status: 204, retry_after: None, content_type: None, body: Vec::new() };
        assert_eq!(client.post(&url, &[], "{}", 0).await, Ok(answer));
        assert_eq!(requests.load(Ordering::SeqCst), 1);
        let (other, elsewhere, of_other) = receiver("elsewhere.example").await;
        assert_eq!(other.post(&elsewhere, &[], "{}", 0).await, Err(SendError::Tls), "of another name");
        assert_eq!(
            client.post(&elsewhere, &[], "{}", 0).await,
            Err(SendError::Tls),
            "of an unknown authority"
        );
        assert_eq!(other.post(&url, &[], "{}", 0).await, Err(SendError::Tls), "of another authority");
        let mut by_address = url.clone();
        by_address.set_host(Some("127.0.0.1")).unwrap();
        assert_eq!(client.post(&by_address, &[], "{}", 0).await, Err(SendError::Tls), "not of its address");
        let sent = [&requests, &of_other].map(|requests| requests.load(Ordering::SeqCst));
        assert_eq!(sent, [1, 0], "nothing was sent to them");
    }

    #[tokio::test]
    async fn a_host_that_may_not_be_called_looks_like_one_that_is_not_there() {
        let client = HttpClient::new(|address| !address.is_loopback());
        let hosts = ["localhost", "127.0.0.1", "[::1]", "nowhere.invalid"];
        let tries = hosts.map(async |host| {
            let url = Url::parse(&format!("https://{host}:8443/")).unwrap();
            let begun = Instant::now();
            assert_eq!(client.post(&url, &[], "{}", 0).await, Err(SendError::UnusableHost), "{host}");
            assert!(begun.elapsed() >= RESOLUTION, "{host}: the time shows why");
        });
        join_all(tries).await;
    }
}
