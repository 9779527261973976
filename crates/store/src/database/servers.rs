//! The servers of a distributed database: the shards on each, and whether it is available.
//!
//! A statement for a server that hangs holds its connection until the time limit. Soon none
//! would be left for games of other servers. So each instance probes all servers. While one is
//! unavailable, statements for it fail at once, and statements that may use it share few
//! connections.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::future::join_all;
use parking_lot::RwLock;
use regicide_system::causes::causes;
use regicide_system::running_task::RunningTask;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgRow};
use sqlx::{Connection as _, Row as _, raw_sql};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{MissedTickBehavior, interval, timeout};
use uuid::Uuid;

use super::shards::{Shards, hash};
use super::statement::{ShardKey, Statement, Target};
use super::value::Value;
use crate::error::StoreError;

const PROBE_INTERVAL: Duration = Duration::from_millis(500);
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);

/// While a server is unavailable, statements of an unknown target use at most one connection in
/// so many.
const UNKNOWN_TARGETS: usize = 8;

/// `player_locks` exists once the tables are spread.
const IS_SPREAD: &str =
    "select to_regclass('pg_dist_shard') is not null and to_regclass('player_locks') is not null";

/// Every server has this list, with the first hash of each shard, which is stored as text.
const TOPOLOGY: &str = "
    select groupid, nodename, nodeport, coalesce(games, '{}') as games, coalesce(keys, '{}') as keys,
        coalesce(players, '{}') as players
    from pg_dist_node left join (
        select groupid,
            array_agg(first) filter (where spread = 'games'::regclass) as games,
            array_agg(first) filter (where spread = 'idempotency'::regclass) as keys,
            array_agg(first) filter (where spread = 'player_locks'::regclass) as players
        from (
            select groupid, logicalrelid as spread, shardminvalue::integer as first
            from pg_dist_shard join pg_dist_placement using (shardid)
            where logicalrelid in ('games'::regclass, 'idempotency'::regclass, 'player_locks'::regclass)
        ) as shards
        group by groupid
    ) as placed using (groupid)
    where isactive and hasmetadata and noderole = 'primary'";

/// A server of a distributed database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Its number in the cluster (`pg_dist_node.groupid`): 0 is the coordinator.
    pub number: i32,
    pub host: String,
    pub port: u16,
    pub is_available: bool,
}

/// Host and port of a server.
pub(crate) type Place = (String, u16);

impl Server {
    pub(crate) fn place(&self) -> Place {
        (self.host.clone(), self.port)
    }
}

/// The address of another server of the same cluster.
pub(crate) fn address_at(address: &PgConnectOptions, (host, port): &Place) -> PgConnectOptions {
    address.clone().host(host).port(*port)
}

pub(crate) struct Servers {
    shards: Shards,
    topology: RwLock<Topology>,
    has_outage: AtomicBool,
    /// True if an unavailable server has shards.
    lacks_shards: AtomicBool,
    /// For statements of an unknown target while a server is unavailable.
    permits: Arc<Semaphore>,
}

/// Empty if there is one server.
#[derive(Debug, Default)]
struct Topology {
    servers: BTreeMap<i32, Server>,
    /// The server of each shard, by its key and first hash.
    shards: BTreeMap<(ShardKey, i32), i32>,
}

/// Held while a statement of an unknown target runs and a server is unavailable.
pub(super) type Permit = Option<OwnedSemaphorePermit>;

impl Servers {
    pub(crate) fn one() -> Self {
        Self::new(Topology::default(), 0)
    }

    fn new(topology: Topology, connections: u32) -> Self {
        let games = topology.shards.keys().filter(|(key, _)| *key == ShardKey::Game);
        Self {
            shards: Shards::new(games.map(|(_, first)| *first)),
            topology: RwLock::new(topology),
            has_outage: AtomicBool::default(),
            lacks_shards: AtomicBool::default(),
            permits: Arc::new(Semaphore::new((connections as usize / UNKNOWN_TARGETS).max(1))),
        }
    }

    /// Reads the servers of the database, if it is distributed. `connections` is the size of the
    /// pool.
    pub(super) async fn read(pool: &PgPool, connections: u32) -> Result<Option<Self>, sqlx::Error> {
        if !raw_sql(IS_SPREAD).fetch_one(pool).await?.try_get::<bool, _>(0)? {
            return Ok(None);
        }
        let topology = Topology::parse(&raw_sql(TOPOLOGY).fetch_all(pool).await?)?;
        Ok((!topology.shards.is_empty()).then(|| Self::new(topology, connections)))
    }

    pub(crate) fn list(&self) -> Vec<Server> {
        self.topology.read().servers.values().cloned().collect()
    }

    pub(crate) const fn shards(&self) -> &Shards {
        &self.shards
    }

    /// The place of the server of a game.
    pub(super) fn place_of(&self, game: Uuid) -> Option<Place> {
        self.topology.read().server_of(ShardKey::Game, game.as_bytes()).map(Server::place)
    }

    /// Fails if the server of a game is unavailable.
    pub(crate) fn check_game(&self, game: Uuid) -> Result<(), StoreError> {
        self.check(ShardKey::Game, game.as_bytes())
    }

    fn check(&self, key: ShardKey, value: &[u8]) -> Result<(), StoreError> {
        if !self.has_outage.load(Ordering::Relaxed) {
            return Ok(());
        }
        match self.topology.read().server_of(key, value) {
            Some(Server { host, port, is_available: false, .. }) => {
                Err(StoreError::unavailable(format!("its server {host}:{port} does not respond")))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// As [`Self::permit`], for a read outside of a transaction: it does not use a server without
    /// shards.
    pub(super) fn permit_read(
        &self,
        statement: Statement,
        values: &[Value<'_>],
    ) -> Result<Permit, StoreError> {
        if self.lacks_shards.load(Ordering::Relaxed) { self.permit(statement, values) } else { Ok(None) }
    }

    /// Fails if the server of a statement is unavailable, or its target is unknown, a server is
    /// unavailable, and no permit is left.
    pub(super) fn permit(&self, statement: Statement, values: &[Value<'_>]) -> Result<Permit, StoreError> {
        if !self.has_outage.load(Ordering::Relaxed) {
            return Ok(None);
        }
        match (statement.target, values.first()) {
            (Target::AnyServer, _) => Ok(None),
            (Target::ServerOf(key), Some(Value::Id(Some(id)))) => {
                self.check(key, id.as_bytes()).map(|()| None)
            }
            (Target::ServerOf(key), Some(Value::Bytes(Some(bytes)))) => self.check(key, bytes).map(|()| None),
            (Target::ServerOf(_) | Target::Unknown, _) => {
                let refusal = |_| StoreError::unavailable("one of its servers does not respond".to_owned());
                self.permits.clone().try_acquire_owned().map(Some).map_err(refusal)
            }
        }
    }

    /// Probes all servers until the database is dropped.
    pub(super) fn start_probes(self: &Arc<Self>, address: PgConnectOptions) -> RunningTask {
        let servers = Arc::downgrade(self);
        RunningTask::start("database servers", move || probe_all(servers.clone(), address.clone()))
    }

    fn update(&self, probes: Vec<(Server, Result<Topology, sqlx::Error>)>) {
        let mut unavailable = BTreeSet::new();
        // The coordinator is the first. A server that left the cluster keeps its old list, or none.
        let mut current = None;
        for (Server { number, host, port, is_available: was_available }, probe) in probes {
            match probe {
                Ok(topology) => {
                    current =
                        current.or_else(|| Some(topology).filter(|topology| !topology.shards.is_empty()));
                    if !was_available {
                        tracing::info!(%host, port, "a database server responds again");
                    }
                }
                Err(error) => {
                    unavailable.insert(number);
                    if was_available {
                        tracing::error!(error = %causes(&error), %host, port, "a database server does not respond");
                    }
                }
            }
        }
        let mut topology = self.topology.write();
        if let Some(current) = current {
            *topology = current;
        }
        for server in topology.servers.values_mut() {
            server.is_available = !unavailable.contains(&server.number);
        }
        let lacks_shards = topology.shards.values().any(|server| unavailable.contains(server));
        self.lacks_shards.store(lacks_shards, Ordering::Relaxed);
        self.has_outage.store(!unavailable.is_empty(), Ordering::Relaxed);
    }
}

impl Topology {
    fn parse(rows: &[PgRow]) -> Result<Self, sqlx::Error> {
        let mut topology = Self::default();
        for row in rows {
            let (number, port) = (row.try_get("groupid")?, row.try_get::<i32, _>("nodeport")?);
            let port = u16::try_from(port).map_err(|error| sqlx::Error::Decode(error.into()))?;
            let host = row.try_get("nodename")?;
            topology.servers.insert(number, Server { number, host, port, is_available: true });
            for (key, name) in
                [(ShardKey::Game, "games"), (ShardKey::IdempotencyKey, "keys"), (ShardKey::Player, "players")]
            {
                let first_hashes: Vec<i32> = row.try_get(name)?;
                topology.shards.extend(first_hashes.into_iter().map(|first| ((key, first), number)));
            }
        }
        Ok(topology)
    }

    fn server_of(&self, key: ShardKey, value: &[u8]) -> Option<&Server> {
        let shards = self.shards.range((key, i32::MIN)..=(key, hash(value)));
        self.servers.get(shards.last()?.1)
    }
}

async fn probe_all(servers: Weak<Servers>, address: PgConnectOptions) {
    let mut ticks = interval(PROBE_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut connections: HashMap<Place, PgConnection> = HashMap::new();
    loop {
        ticks.tick().await;
        let Some(list) = servers.upgrade().map(|servers| servers.list()) else { return };
        let probes = list.into_iter().map(|server| {
            let place = server.place();
            let connection = connections.remove(&place);
            let address = address_at(&address, &place);
            async move {
                let probe = timeout(PROBE_TIMEOUT, probe(connection, &address)).await;
                let probe = probe.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut).into()));
                (server, place, probe)
            }
        });
        let probes = join_all(probes).await;
        // Those of servers that left the cluster.
        connections.clear();
        let topologies = probes.into_iter().map(|(server, place, probe)| {
            let topology = probe.map(|(connection, topology)| {
                connections.insert(place, connection);
                topology
            });
            (server, topology)
        });
        let topologies = topologies.collect();
        let Some(servers) = servers.upgrade() else { return };
        servers.update(topologies);
    }
}

/// Reads the servers of the cluster from one of them.
async fn probe(
    connection: Option<PgConnection>,
    address: &PgConnectOptions,
) -> Result<(PgConnection, Topology), sqlx::Error> {
    if let Some(mut connection) = connection
        && let Ok(rows) = raw_sql(TOPOLOGY).fetch_all(&mut connection).await
    {
        return Ok((connection, Topology::parse(&rows)?));
    }
    // There was none, or it was cut.
    let mut connection = PgConnection::connect_with(address).await?;
    let topology = Topology::parse(&raw_sql(TOPOLOGY).fetch_all(&mut connection).await?)?;
    Ok((connection, topology))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNKNOWN: Statement = Statement::new("select 1");

    /// A coordinator without shards and workers with one each.
    fn cluster(workers: i32) -> Topology {
        let server =
            |number: i32| Server { number, host: format!("server{number}"), port: 5432, is_available: true };
        let shard = |number: i32| ((ShardKey::Game, i32::MIN + number), number);
        Topology {
            servers: (0..=workers).map(|number| (number, server(number))).collect(),
            shards: (1..=workers).map(shard).collect(),
        }
    }

    fn away() -> Result<Topology, sqlx::Error> {
        Err(sqlx::Error::PoolTimedOut)
    }

    fn probed(servers: &Servers, probes: impl IntoIterator<Item = Result<Topology, sqlx::Error>>) {
        servers.update(servers.list().into_iter().zip(probes).collect());
    }

    #[test]
    fn a_server_that_left_the_cluster_does_not_decide_which_servers_there_are() {
        let servers = Servers::new(cluster(2), 16);
        probed(&servers, [Ok(cluster(1)), Ok(cluster(1)), Ok(cluster(2))]);
        assert_eq!(servers.list().len(), 2);
        probed(&servers, [Ok(Topology::default()), Ok(cluster(3))]);
        assert_eq!(servers.list().len(), 4);
        probed(&servers, [Ok(Topology::default()), away(), Ok(Topology::default()), away()]);
        let availability: Vec<_> = servers.list().iter().map(|server| server.is_available).collect();
        assert_eq!(availability, [true, false, true, false]);
    }

    #[test]
    fn statements_of_an_unknown_target_are_limited_while_a_server_that_they_use_is_away() {
        let servers = Servers::new(cluster(2), 16);
        let permits = |read: bool| {
            let permit = || {
                if read { servers.permit_read(UNKNOWN, &[]) } else { servers.permit(UNKNOWN, &[]) }
            };
            let all: Vec<_> = (0..9).map(|_| permit()).collect();
            all.iter().filter(|permit| permit.is_ok()).count()
        };
        assert_eq!((permits(true), permits(false)), (9, 9));
        probed(&servers, [away(), Ok(cluster(2)), Ok(cluster(2))]);
        assert_eq!((permits(true), permits(false)), (9, 2), "reads do not need the coordinator");
        probed(&servers, [Ok(cluster(2)), Ok(cluster(2)), away()]);
        assert_eq!((permits(true), permits(false)), (2, 2));
        probed(&servers, [Ok(cluster(2)), Ok(cluster(2)), Ok(cluster(2))]);
        assert_eq!((permits(true), permits(false)), (9, 9));
    }
}
