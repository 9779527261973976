//! A fresh database for each test on a running Citus cluster, spread over all
//! its servers.

use std::thread;

use regicide_store::{Options, Store};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, Row};
use tokio::sync::OnceCell;

/// Names the coordinator's database of a cluster whose servers are all known
/// there as nodes; the user is a superuser.
const CLUSTER: &str = "TEST_CITUS_URL";

/// Few, so that moves of different games share one.
pub(crate) const SHARDS: u32 = 4;

/// A server of the cluster.
#[derive(Clone, Debug)]
struct Node {
    host: String,
    port: i32,
    is_coordinator: bool,
}

/// The servers, and a database that is copied for each test.
#[derive(Debug)]
pub(crate) struct Cluster {
    user: String,
    nodes: Vec<Node>,
    template: String,
    /// The settings of that database, which a copy of it does not have.
    settings: Vec<String>,
}

/// A database of a cluster, which goes away with the test.
pub(crate) struct Spread {
    pub(crate) name: String,
    pub(crate) cluster: &'static Cluster,
}

impl Spread {
    /// A new database on the cluster, if there is one.
    pub(crate) async fn create(name: &str) -> Option<Self> {
        static CLUSTER_FOR_TESTS: OnceCell<Option<Cluster>> = OnceCell::const_new();
        let cluster = CLUSTER_FOR_TESTS
            .get_or_init(|| async {
                let url = std::env::var(CLUSTER).ok().filter(|url| !url.is_empty())?;
                Some(Cluster::prepare(&url).await.expect("the cluster for tests answers"))
            })
            .await;
        let cluster = cluster.as_ref()?;
        let template = &cluster.template;
        cluster
            .on_all("postgres", &format!("create database {name} template {template}"))
            .await
            .expect("a copy");
        for setting in &cluster.settings {
            let set = format!("alter database {name} set {setting}");
            cluster.on_all("postgres", &set).await.expect("it can be set up");
        }
        Some(Self { name: name.to_owned(), cluster })
    }

    /// Its URL: at a worker, as for every instance.
    pub(crate) fn url(&self) -> String {
        let workers = || self.cluster.nodes.iter().filter(|node| !node.is_coordinator);
        let number = self.name.bytes().map(usize::from).sum::<usize>() % workers().count();
        let node = workers().nth(number).expect("a cluster has workers");
        self.cluster.url(node, &self.name)
    }

    /// Its URLs, one for each server.
    pub(crate) fn servers(&self) -> Vec<String> {
        self.cluster.nodes.iter().map(|node| self.cluster.url(node, &self.name)).collect()
    }

    /// The URL at which its tables can be changed.
    pub(crate) fn coordinator(&self) -> String {
        self.cluster.url(self.cluster.coordinator(), &self.name)
    }
}

impl Drop for Spread {
    fn drop(&mut self) {
        let (cluster, drop) = (self.cluster, format!("drop database if exists {} with (force)", self.name));
        // A test's own runtime is busy with the test.
        let dropped = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(cluster.on_all("postgres", &drop))
        });
        if let Ok(Err(error)) = dropped.join() {
            eprintln!("a database of a test stays: {error}");
        }
    }
}

impl Cluster {
    async fn prepare(url: &str) -> Result<Self, sqlx::Error> {
        let mut connection = PgConnection::connect(url).await?;
        let rows = connection.fetch_all("select nodename, nodeport, groupid = 0 from pg_dist_node").await?;
        let nodes =
            rows.iter().map(|row| Node { host: row.get(0), port: row.get(1), is_coordinator: row.get(2) });
        let user: String = connection.fetch_one("select current_user::text").await?.get(0);
        let template = format!("template_{}", super::random_name());
        let mut cluster = Self { user, nodes: nodes.collect(), template, settings: Vec::new() };
        let name = &cluster.template.clone();
        let url = cluster.create(name).await?;
        let mut connection = PgConnection::connect(&url).await?;
        let store = Store::connect(&url, &Options::default()).await.expect("the template is a database");
        store.migrate().await.expect("it is migrated");
        store.distribute(Some(SHARDS)).await.expect("it is spread");
        store.close().await;
        let settings = "select unnest(setconfig) from pg_db_role_setting
            join pg_database on pg_database.oid = setdatabase where datname = current_database()";
        let rows = connection.fetch_all(settings).await?;
        cluster.settings = rows.iter().map(|row| row.get(0)).collect();
        connection.close().await?;
        // A database can be copied only without connections to it.
        cluster.on_all("postgres", &format!("alter database {name} allow_connections false")).await?;
        cluster
            .on_all(
                "postgres",
                &format!("select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'"),
            )
            .await?;
        Ok(cluster)
    }

    /// Creates a database that can be spread over all servers: its URL at the
    /// coordinator.
    pub(crate) async fn create(&self, name: &str) -> Result<String, sqlx::Error> {
        self.on_all("postgres", &format!("create database {name}")).await?;
        self.on_all(name, "create extension citus").await?;
        let Node { host, port, .. } = self.coordinator();
        let url = self.url(self.coordinator(), name);
        let mut connection = PgConnection::connect(&url).await?;
        let known = AssertSqlSafe(format!("select citus_set_coordinator_host('{host}', {port})"));
        connection.execute(known).await?;
        for Node { host, port, .. } in self.nodes.iter().filter(|node| !node.is_coordinator) {
            let add = AssertSqlSafe(format!("select citus_add_node('{host}', {port})"));
            connection.execute(add).await?;
        }
        connection.close().await?;
        Ok(url)
    }

    fn coordinator(&self) -> &Node {
        self.nodes.iter().find(|node| node.is_coordinator).expect("the coordinator is a node, too")
    }

    fn url(&self, Node { host, port, .. }: &Node, database: &str) -> String {
        format!("postgres://{}@{host}:{port}/{database}", self.user)
    }

    /// Executes something on every server.
    pub(crate) async fn on_all(&self, database: &str, sql: &str) -> Result<(), sqlx::Error> {
        for node in &self.nodes {
            let mut connection = PgConnection::connect(&self.url(node, database)).await?;
            connection.execute(AssertSqlSafe(sql.to_owned())).await?;
            connection.close().await?;
        }
        Ok(())
    }
}
