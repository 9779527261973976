//! Starting the server: build it, then run it.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_cors::Cors;
use actix_web::http::{Method, header};
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::{self, Data};
use actix_web::{App, HttpResponse, HttpServer};
use tracing_actix_web::TracingLogger;
use utoipa_actix_web::AppExt;
use utoipa_swagger_ui::{Config as DocsConfig, SwaggerUi};

use super::head::answer_head;
use super::limit::{Limit, Proxy};
use super::metrics::{self, Metrics};
use super::routes::{Routes, nothing_here};
use super::trace::{RequestSpan, identify};
use super::{Api, app, language, openapi};
use crate::record;
use crate::service::{Clock, Entropy, Service, Settings};
use crate::store::Store;

/// How the server is to run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the API listens; port 0 for any free one.
    pub listen: SocketAddr,
    /// Where the figures for Prometheus are, if they are wanted.
    pub metrics_listen: Option<SocketAddr>,
    /// How many threads answer requests; one for each core if not said.
    pub workers: Option<usize>,
    /// Which web pages may use the API; all if there is none.
    pub allowed_origins: Vec<String>,
    /// Whether a proxy stands before the service.
    pub proxy: Proxy,
    /// How many games one address may create, join or fork a minute; 0 for no
    /// limit.
    pub creations_per_minute: u32,
    /// How many records one address may have judged or import a minute; 0 for
    /// no limit.
    pub records_per_minute: u32,
    /// How long requests may take to end when the server stops.
    pub grace: Duration,
    /// What the service itself can be told.
    pub settings: Settings,
}

/// A server that listens, but does not answer yet.
pub struct Server {
    api: SocketAddr,
    metrics: Option<SocketAddr>,
    running: Vec<actix_web::dev::Server>,
}

impl Server {
    /// Builds the server over a store.
    ///
    /// # Errors
    /// If an address cannot be listened at.
    pub fn build(
        config: &Config,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> io::Result<Self> {
        let service = Service::new(store, clock.clone(), entropy.clone(), config.settings.clone());
        let api = Data::new(Api {
            service,
            clock,
            entropy,
            creating: Limit::new(config.creations_per_minute, config.proxy),
            judging: Limit::new(config.records_per_minute, config.proxy),
        });
        let figures = Data::new(Metrics::new());
        let listener = TcpListener::bind(config.listen)?;
        let mut server = Self { api: listener.local_addr()?, metrics: None, running: Vec::new() };
        server.running.push(serve_api(config, listener, api, figures.clone())?);
        if let Some(address) = config.metrics_listen {
            let listener = TcpListener::bind(address)?;
            server.metrics = Some(listener.local_addr()?);
            server.running.push(serve_metrics(listener, figures)?);
        }
        Ok(server)
    }

    /// Where the API listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.api
    }

    /// Where the figures are, if they are anywhere.
    #[must_use]
    pub const fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Answers requests until the process is told to stop (SIGTERM, SIGINT);
    /// requests that have begun are then answered to their end.
    ///
    /// # Errors
    /// If a server fails.
    pub async fn run(self) -> io::Result<()> {
        futures_util::future::try_join_all(self.running).await?;
        Ok(())
    }
}

fn serve_api(
    config: &Config,
    listener: TcpListener,
    api: Data<Api>,
    figures: Data<Metrics>,
) -> io::Result<actix_web::dev::Server> {
    let document = openapi::document();
    let routes = Data::new(Routes::of(&document));
    let document_text = document.to_pretty_json().map_err(io::Error::other)?;
    let schema_text = record::schema().to_string();
    let origins = config.allowed_origins.clone();
    let server = HttpServer::new(move || {
        let (document_text, schema_text) = (document_text.clone(), schema_text.clone());
        App::new()
            .into_utoipa_app()
            .configure(app::documented)
            .into_app()
            .route("/openapi.json", json_text("application/json", document_text))
            .route("/schemas/record.json", json_text("application/schema+json", schema_text))
            .route("/docs", web::get().to(docs))
            .service(docs_page(document.clone()))
            .app_data(api.clone())
            .app_data(figures.clone())
            .app_data(routes.clone())
            .default_service(web::to(nothing_here))
            .wrap(from_fn(answer_head))
            .wrap(from_fn(language::translate))
            .wrap(cors(&origins))
            .wrap(Compress::default())
            .wrap(TracingLogger::<RequestSpan>::new())
            .wrap(from_fn(identify))
            .wrap(from_fn(metrics::observe))
    });
    let server = server
        .workers(config.workers.unwrap_or_else(cores))
        .keep_alive(Duration::from_secs(75))
        .client_request_timeout(Duration::from_secs(10))
        .shutdown_timeout(config.grace.as_secs())
        .listen(listener)?;
    Ok(server.run())
}

fn serve_metrics(listener: TcpListener, figures: Data<Metrics>) -> io::Result<actix_web::dev::Server> {
    let app = move || App::new().app_data(figures.clone()).route("/metrics", web::get().to(metrics::metrics));
    Ok(HttpServer::new(app).workers(1).listen(listener)?.run())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn json_text(kind: &'static str, text: String) -> actix_web::Route {
    web::get().to(move || {
        let response = HttpResponse::Ok()
            .insert_header((header::CACHE_CONTROL, "no-cache"))
            .content_type(kind)
            .body(text.clone());
        async { response }
    })
}

async fn docs() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "/docs/")).finish()
}

/// The document to browse. Page and script come from the binary, and no
/// other host is asked for anything.
fn docs_page(document: utoipa::openapi::OpenApi) -> SwaggerUi {
    let config = DocsConfig::from("/docs/openapi.json").validator_url("none").display_operation_id(true);
    SwaggerUi::new("/docs/{_:.*}").url("/docs/openapi.json", document).config(config)
}

/// Web pages may call the API. It knows no cookies, so this gives no page
/// anything that it could not get by itself.
fn cors(origins: &[String]) -> Cors {
    let cors = Cors::default()
        .allowed_methods([Method::GET, Method::POST, Method::PATCH, Method::DELETE])
        .allowed_headers([
            header::ACCEPT,
            header::ACCEPT_LANGUAGE,
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::IF_NONE_MATCH,
        ])
        .allowed_header("idempotency-key")
        .allowed_header("x-request-id")
        .expose_headers(["etag", "location", "retry-after", "x-request-id"])
        .max_age(3600);
    if origins.is_empty() {
        return cors.allow_any_origin().send_wildcard();
    }
    origins.iter().fold(cors, |cors, origin| cors.allowed_origin(origin))
}
