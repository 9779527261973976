//! Starting the server: build it, then run it.

mod fallback;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use actix_http::HttpService;
use actix_http::error::DispatchError;
use actix_server::GracefulShutdownSignal;
use actix_service::{IntoServiceFactory, ServiceFactoryExt, apply_fn_factory, fn_service, map_config};
use actix_web::dev::AppConfig;
use actix_web::http::KeepAlive;
use actix_web::middleware::{Compress, from_fn};
use actix_web::rt::net::TcpStream;
use actix_web::rt::time::timeout;
use actix_web::web::{self, Data};
use actix_web::{App, HttpServer};
use regicide_system::entropy::Entropy;
use tokio::io::AsyncWriteExt;
use utoipa_actix_web::AppExt;

use super::extract::refuse_unknown_parameters;
use super::http::admission::admit;
use super::http::connection::{Connection, ConnectionLimiter, HttpTimeouts, Refused, raw_answer};
use super::http::head_requests::answer_head;
use super::http::hosts::{self, Hosts};
use super::http::security_headers::secure;
use super::http::trace::{catch_panic, trace};
use super::http::{cors, preconditions, problem_documents, request_metrics, timing};
use super::respond::problem::{Code, Problem};
use super::state::budget::{Allowances, Budgets};
use super::state::networks::Networks;
use super::state::{Api, Readiness, RequestIds, SharedAnswers};
use super::web_client::WebClient;
use super::{openapi, routes};
use crate::service::Service;
use crate::service::runtime::Clock;
use crate::service::settings::Settings;
use regicide_store::Store;

use fallback::{answer_others, refuse_long_paths};

#[derive(Clone, Debug)]
pub struct Config {
    /// The address of the API; port 0 for any free one.
    pub listen: SocketAddr,
    /// The address of the metrics for Prometheus, if they are served.
    pub metrics_listen: Option<SocketAddr>,
    /// The number of threads that answer requests; one for each core by default.
    pub workers: Option<usize>,
    /// Origins whose web pages may use the API besides the service's own; `*` for all. If
    /// empty: all, or only local ones on a loopback address.
    pub allowed_origins: Vec<String>,
    /// Proxies whose headers about the client are trusted.
    pub proxies: Networks,
    /// Budgets of one address, and of one token.
    pub allowances: Allowances,
    /// The maximum number of connections; 0 for no limit.
    pub connections: usize,
    /// The maximum number of connections of one address; 0 for no limit.
    pub connections_per_address: usize,
    pub timeouts: HttpTimeouts,
    /// The time that requests have to end when the server stops.
    pub grace: Duration,
    /// The time for which the result of a readiness probe is reused.
    pub readiness_age: Duration,
    pub web_client: WebClient,
    pub settings: Settings,
}

impl Config {
    /// A server on a free local port without limits, for tests and tools.
    #[must_use]
    pub fn local() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            metrics_listen: None,
            workers: Some(1),
            allowed_origins: Vec::new(),
            proxies: Networks::default(),
            allowances: Allowances::NONE,
            connections: 0,
            connections_per_address: 0,
            timeouts: HttpTimeouts::STANDARD,
            grace: Duration::from_secs(1),
            readiness_age: Duration::ZERO,
            web_client: WebClient::default(),
            settings: Settings { cache_bytes: 1 << 20, ..Settings::default() },
        }
    }

    pub(crate) fn workers(&self) -> usize {
        self.workers.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    fn hosts(&self, listener: &TcpListener) -> io::Result<Data<Hosts>> {
        let public_url = self.settings.public_url.as_deref();
        Ok(Data::new(Hosts::of(listener.local_addr()?.ip(), public_url)))
    }
}

/// A server that listens, but does not run yet.
pub struct Server {
    address: SocketAddr,
    metrics_address: Option<SocketAddr>,
    running: Vec<actix_web::dev::Server>,
    stop: GracefulShutdownSignal,
    api: Data<Api>,
}

/// The error of an address that cannot be listened on.
#[derive(Debug, thiserror::Error)]
#[error("{address}: {error}")]
pub struct ListenError {
    pub address: SocketAddr,
    #[source]
    pub error: io::Error,
}

impl Server {
    pub fn build(
        config: &Config,
        store: Arc<Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Result<Self, ListenError> {
        let failed_at = |address| move |error| ListenError { address, error };
        let api = Data::new(Api {
            request_ids: RequestIds::new(&*entropy),
            service: Service::new(store, clock.clone(), entropy, config.settings.clone()),
            clock,
            budgets: Arc::new(Budgets::new(config.allowances)),
            metrics: Data::default(),
            proxies: config.proxies.clone(),
            web_client: config.web_client.clone(),
            shared: SharedAnswers::default(),
            readiness: Readiness::new(config.readiness_age),
            routes: routes::table(),
            document: openapi::document,
        });
        let failed = failed_at(config.listen);
        let listener = TcpListener::bind(config.listen).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let (running, stop) = serve_api(config, listener, api.clone()).map_err(failed)?;
        let (mut running, mut metrics_address) = (vec![running], None);
        if let Some(address) = config.metrics_listen {
            let failed = failed_at(address);
            let listener = TcpListener::bind(address).map_err(failed)?;
            metrics_address = Some(listener.local_addr().map_err(failed)?);
            running.push(serve_metrics(config, listener, api.clone()).map_err(failed)?);
        }
        Ok(Self { address, metrics_address, running, stop, api })
    }

    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    #[must_use]
    pub const fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_address
    }

    /// Waits until the server begins to stop.
    pub fn stopping(&self) -> impl Future<Output = ()> + 'static {
        let stop = self.stop.clone();
        async move { stop.notified().await }
    }

    /// Answers requests, and runs the tasks of an instance, until SIGTERM or SIGINT;
    /// running requests are then completed.
    pub async fn run(self) -> io::Result<()> {
        let metrics = self.api.metrics.clone();
        let _bots = self.api.service.bots.start(move |outcome| metrics.count_bot_turn(outcome));
        let _webhooks = self.api.service.webhooks.start();
        let _tlog = self.api.service.tlog.start();
        let _maintenance = self.api.service.maintenance.start();
        futures_util::future::try_join_all(self.running).await?;
        Ok(())
    }
}

fn serve_api(
    config: &Config,
    listener: TcpListener,
    api: Data<Api>,
) -> io::Result<(actix_web::dev::Server, GracefulShutdownSignal)> {
    let origins = config.allowed_origins.clone();
    let hosts = config.hosts(&listener)?;
    let timeouts = config.timeouts;
    let limiter =
        ConnectionLimiter::new(config.connections, config.connections_per_address, config.proxies.clone());
    let server = actix_server::Server::build();
    let begins_to_stop = server.graceful_shutdown_signal();
    let stop = begins_to_stop.clone();
    let server = server.workers(config.workers()).shutdown_timeout(config.grace.as_secs()).listen(
        "api",
        listener,
        move || {
            let application = App::new()
                .into_utoipa_app()
                .configure(routes::documented)
                .into_app()
                .app_data(api.clone())
                .app_data(hosts.clone())
                .app_data(Data::new(stop.clone()))
                .default_service(web::to(answer_others))
                .wrap(from_fn(catch_panic))
                .wrap(from_fn(preconditions::check))
                .wrap(from_fn(refuse_unknown_parameters))
                .wrap(from_fn(refuse_long_paths))
                .wrap(from_fn(answer_head))
                .wrap(from_fn(admit))
                .wrap(cors::allow(routes::table(), &origins, (**hosts).clone()))
                .wrap(from_fn(cors::explain))
                .wrap(from_fn(hosts::refuse_others))
                .wrap(from_fn(problem_documents::complete))
                .wrap(Compress::default())
                .wrap(from_fn(trace))
                .wrap(from_fn(secure))
                .wrap(from_fn(request_metrics::observe));
            let application = map_config(application.into_factory(), |()| AppConfig::default());
            let public_url: Option<Arc<str>> = api.service.core.public_url().map(Into::into);
            let application = apply_fn_factory(application, move |request, service| {
                timing::answer(request, service, timeouts, public_url.clone())
            });
            let stopping = stop.clone();
            let http = HttpService::build()
                // The connection has its own time limits.
                .keep_alive(KeepAlive::Os)
                .client_request_timeout(Duration::ZERO)
                .client_disconnect_timeout(Duration::from_secs(1))
                .graceful_shutdown_signal(move || {
                    let stop = stopping.clone();
                    async move { stop.notified().await }
                })
                .on_connect_ext(|connection: &Connection, data| {
                    data.insert(connection.progress.clone());
                })
                .h1(application.map_err(|error| error.error_response()));
            let acceptor = Rc::new(Acceptor {
                limiter: limiter.clone(),
                timeouts,
                api: api.clone(),
                stop: stop.clone(),
            });
            fn_service(move |stream: TcpStream| {
                let acceptor = acceptor.clone();
                async move { acceptor.accept(stream).await }
            })
            .and_then(http)
        },
    )?;
    Ok((server.run(), begins_to_stop))
}

/// Called for each new connection.
struct Acceptor {
    limiter: Arc<ConnectionLimiter>,
    timeouts: HttpTimeouts,
    api: Data<Api>,
    stop: GracefulShutdownSignal,
}

impl Acceptor {
    /// Counts a connection. One beyond the limits gets a problem document
    /// and is closed.
    async fn accept(&self, mut stream: TcpStream) -> Result<(Connection, Option<SocketAddr>), DispatchError> {
        let peer = stream.peer_addr().ok();
        match self.limiter.take(peer.map(|peer| peer.ip())) {
            Ok(permit) => {
                // Without this, a write after another one waits until the client has
                // acknowledged the first, usually for 40 ms. If it fails, the connection
                // is closed already.
                let _ = stream.set_nodelay(true);
                let stop = self.stop.clone();
                let stop = Box::pin(async move { stop.notified().await });
                Ok((Connection::new(stream, permit, self.timeouts, self.api.clone(), stop), peer))
            }
            Err(refused) => {
                self.api.metrics.connections_refused.inc();
                let problem = match refused {
                    Refused::All => Problem::new(Code::Unavailable, "too-many-connections"),
                    Refused::Address => Problem::new(Code::TooManyRequests, "too-many-connections-of-one"),
                };
                let answer = raw_answer(&self.api, problem.retry_after(1));
                // The connection is closed in any case.
                let _ = timeout(Duration::from_secs(1), stream.write_all(&answer)).await;
                Err(DispatchError::Io(io::ErrorKind::ConnectionRefused.into()))
            }
        }
    }
}

fn serve_metrics(
    config: &Config,
    listener: TcpListener,
    api: Data<Api>,
) -> io::Result<actix_web::dev::Server> {
    let hosts = config.hosts(&listener)?;
    let app = move || {
        let app = App::new().app_data(api.clone()).app_data(hosts.clone());
        app.route("/metrics", web::get().to(request_metrics::metrics)).wrap(from_fn(hosts::refuse_others))
    };
    Ok(HttpServer::new(app).workers(1).max_connections(64).listen(listener)?.run())
}
