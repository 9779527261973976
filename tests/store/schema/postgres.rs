//! The schema of Postgres, and expressions as Postgres writes them.

use sqlx::PgConnection;

use super::Facts;

/// The schema in which the expressions of SQLite are read.
pub(super) const SCRATCH: &str = "scratch";

const PUBLIC: &str = "public";

/// The schema of a Postgres database.
pub(super) async fn facts(postgres: &mut PgConnection) -> Facts {
    let mut facts = expressions(postgres, PUBLIC).await;
    let tables: Vec<String> = sqlx::query_scalar(
        "select table_name::text from information_schema.tables
        where table_schema = 'public' and table_name <> '_sqlx_migrations'",
    )
    .fetch_all(&mut *postgres)
    .await
    .unwrap();
    facts.extend(tables.iter().map(|table| format!("table {table}")));
    facts.extend(columns(postgres).await);
    facts.extend(keys(postgres).await);
    facts
}

async fn columns(postgres: &mut PgConnection) -> Vec<String> {
    let columns: Vec<(String, String, String, bool, Option<String>)> = sqlx::query_as(
        "select relname::text, attname::text,
            format_type(coalesce(nullif(typbasetype, 0), atttypid), atttypmod), attnotnull,
            pg_get_expr(adbin, adrelid)
        from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
            and relname <> '_sqlx_migrations'",
    )
    .fetch_all(postgres)
    .await
    .unwrap();
    let fact = |(table, name, kind, not_null, default): (_, _, String, _, Option<String>)| {
        let (table, name): (String, String) = (table, name);
        let class = match kind.as_str() {
            "smallint" | "integer" | "bigint" => "integer",
            "text" => "text",
            "bytea" => "bytes",
            "uuid" => "uuid",
            other => panic!("{table}.{name} has the type {other}"),
        };
        let null = if not_null { "not null" } else { "null" };
        let default = default.map(|value| format!(" default {value}")).unwrap_or_default();
        format!("column {table}.{name} {class} {null}{default}")
    };
    columns.into_iter().map(fact).collect()
}

/// The type of a column, if there is one of the name.
pub(super) async fn column_type(postgres: &mut PgConnection, table: &str, name: &str) -> Option<String> {
    sqlx::query_scalar(
        "select format_type(coalesce(nullif(typbasetype, 0), atttypid), atttypmod)
        from pg_attribute join pg_type on pg_type.oid = atttypid
        where attrelid = to_regclass('public.' || $1) and attname = $2 and not attisdropped",
    )
    .bind(table)
    .bind(name)
    .fetch_optional(postgres)
    .await
    .unwrap()
}

/// Primary keys, unique constraints and foreign keys.
async fn keys(postgres: &mut PgConnection) -> Vec<String> {
    sqlx::query_scalar(
        "select case contype
                when 'p' then 'primary key '
                when 'u' then 'unique '
                else 'foreign key '
            end || conrelid::regclass::text || ' (' || (
                select string_agg(attname, ', ' order by place)
                from unnest(conkey) with ordinality as key (number, place)
                join pg_attribute on attrelid = conrelid and attnum = number
            ) || ')' || case when contype <> 'f' then '' else
                ' references ' || confrelid::regclass::text || ' (' || (
                    select string_agg(attname, ', ' order by place)
                    from unnest(confkey) with ordinality as key (number, place)
                    join pg_attribute on attrelid = confrelid and attnum = number
                ) || ')' || replace(' on update ' || confupdtype::text || ' on delete ' || confdeltype::text, ' a', ' no action')
            end
        from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f')
            and conrelid <> '_sqlx_migrations'::regclass",
    )
    .fetch_all(postgres)
    .await
    .unwrap()
}

/// Checks, indexes and triggers of a schema.
pub(super) async fn expressions(postgres: &mut PgConnection, schema: &str) -> Facts {
    let mut facts = Facts::new();
    let checks: Vec<(String, String)> = sqlx::query_as(
        "select relname::text, pg_get_expr(conbin, conrelid)
        from pg_constraint join pg_class on pg_class.oid = conrelid
        where connamespace = $1::regnamespace and contype = 'c'",
    )
    .bind(schema)
    .fetch_all(&mut *postgres)
    .await
    .unwrap();
    let domains = domains(postgres, schema).await;
    // A column of a domain is of the type below it in every expression.
    let plain = |expression: String| {
        let cast = |expression: String, domain: &Domain| {
            let Domain { column, base, .. } = domain;
            let old = format!("old.{column}");
            let expression = expression.replace(&format!("({old})::{base}"), &old);
            expression.replace(&format!("({column})::{base}"), column)
        };
        domains.iter().fold(expression, cast)
    };
    let of_domains = domains.iter().map(|Domain { table, column, check, .. }| {
        // Within a check, the type's own name for its value.
        (table.clone(), check.replace("VALUE", column))
    });
    for (table, check) in checks.into_iter().chain(of_domains.collect::<Vec<_>>()) {
        let check = plain(check);
        // A row that fails one part fails the whole, so it does not matter
        // which parts stand in one check.
        facts.extend(parts(&check).iter().map(|part| format!("check {table}: {part}")));
    }
    let indexes: Vec<String> = sqlx::query_scalar(
        "select pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
        where relnamespace = $1::regnamespace
            and not exists (select 1 from pg_constraint where conindid = indexrelid)",
    )
    .bind(schema)
    .fetch_all(&mut *postgres)
    .await
    .unwrap();
    for index in indexes {
        let index = plain(index).replace(&format!("{schema}."), "").replace("UNIQUE INDEX", "unique index");
        facts.insert(index.replace("CREATE ", "").replace("INDEX ", "index ").replace(" ON ", " on "));
    }
    facts.extend(triggers(postgres, schema).await.into_iter().map(plain));
    facts
}

/// A column whose type is a domain.
struct Domain {
    table: String,
    column: String,
    /// The type below it.
    base: String,
    /// The condition of the domain on its `VALUE`.
    check: String,
}

async fn domains(postgres: &mut PgConnection, schema: &str) -> Vec<Domain> {
    let found = sqlx::query_as(
        "select relname::text as table, attname::text as column,
            format_type(typbasetype, typtypmod) as base, pg_get_expr(conbin, 0) as check
        from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
        join pg_constraint on contypid = pg_type.oid
        where relnamespace = $1::regnamespace and relkind = 'r' and typtype = 'd' and not attisdropped",
    )
    .bind(schema)
    .fetch_all(postgres)
    .await
    .unwrap();
    found.into_iter().map(|(table, column, base, check)| Domain { table, column, base, check }).collect()
}

/// A line for each event of a trigger. All of them refuse the change.
async fn triggers(postgres: &mut PgConnection, schema: &str) -> Vec<String> {
    let triggers: Vec<(String, i16, Option<String>, String, String)> = sqlx::query_as(
        "select relname::text, tgtype,
            (select string_agg(attname, ', ' order by attnum) from pg_attribute
                where attrelid = tgrelid and attnum = any(tgattr)),
            pg_get_triggerdef(pg_trigger.oid), proname::text
        from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
        where relnamespace = $1::regnamespace and not tgisinternal",
    )
    .bind(schema)
    .fetch_all(postgres)
    .await
    .unwrap();
    let mut facts = Vec::new();
    for (table, kind, columns, definition, function) in triggers {
        let timing = if kind & 2 != 0 { "before" } else { "after" };
        let level = if kind & 1 != 0 { "row" } else { "statement" };
        let when = definition.split_once(" WHEN (").and_then(|(_, rest)| rest.split_once(") EXECUTE"));
        let when = when.map(|(when, _)| format!(" when {when}")).unwrap_or_default();
        let does = if function == "refuse_change" { String::new() } else { format!(" does {function}") };
        for (event, bit) in [("insert", 4), ("delete", 8), ("update", 16), ("truncate", 32)] {
            let columns = columns.as_ref().filter(|_| event == "update");
            let columns = columns.map(|columns| format!(" of {columns}")).unwrap_or_default();
            if kind & bit != 0 {
                facts.push(format!("trigger {table}: {timing} {level} {event}{columns}{when}{does}"));
            }
        }
    }
    facts
}

/// The parts of an expression that `AND` joins, however deep.
fn parts(expression: &str) -> Vec<String> {
    let Some(inner) = expression.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        return vec![expression.to_owned()];
    };
    let (mut depth, mut start, mut found) = (0_i32, 0, Vec::new());
    for (at, character) in inner.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            ' ' if depth == 0 && inner[at..].starts_with(" AND ") => {
                found.push(&inner[start..at]);
                start = at + " AND ".len();
            }
            _ => {}
        }
    }
    if found.is_empty() {
        return vec![expression.to_owned()];
    }
    found.push(&inner[start..]);
    found.into_iter().flat_map(parts).collect()
}

#[test]
fn checks_are_split_where_all_parts_have_to_hold() {
    assert_eq!(parts("((a > 0) AND ((b = 1) AND (c = 2)))"), ["(a > 0)", "(b = 1)", "(c = 2)"]);
    assert_eq!(parts("((a > 0) OR ((b = 1) AND (c = 2)))"), ["((a > 0) OR ((b = 1) AND (c = 2)))"]);
}
