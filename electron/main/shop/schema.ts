import type { Client } from 'pg'

/** One numbered file of `resources/shop-database/`. */
export interface SchemaFile {
  number: number
  name: string
  sql: string
}

/** How a database's schema compares with this app's files. `missing`: it is no shop database yet. */
export type SchemaState = 'ready' | 'missing' | 'older' | 'newer'

/** How many files this app has: what a till's statements were written for. */
export const schemaVersion = 1

/** PostgreSQL 14 ends in November 2026, and this schema was never run on it. */
const oldestServer = 15

/** The server is too old for the schema. */
export class ServerTooOld extends Error {
  override readonly name = 'ServerTooOld'
  constructor(readonly version: string) {
    super(`PostgreSQL ${version} is too old: ${oldestServer} or newer is needed`)
  }
}

/** Compares a database with this app's files. */
export async function schemaState(
  client: Client,
  files: readonly SchemaFile[],
): Promise<SchemaState> {
  const { rows } = await client.query("SELECT to_regclass('kaunta.schema_version') AS found")
  if (rows[0]?.found === null) return 'missing'
  const applied = await appliedVersion(client)
  if (applied === files.length) return 'ready'
  return applied < files.length ? 'older' : 'newer'
}

/**
 * Applies the files that a database does not have yet, each in a transaction of its own, as the administrator
 * who is connected. Safe to repeat after any failure, and by two at once. Returns the names of what it applied.
 * Throws ServerTooOld, or what the server says.
 */
export async function applySchema(
  client: Client,
  files: readonly SchemaFile[],
): Promise<readonly string[]> {
  await prepareServer(client, { andSchema: true })
  const applied: string[] = []
  for (const file of files) if (await applyFile(client, file)) applied.push(file.name)
  return applied
}

/**
 * Makes the roles that own and use a shop database, as the administrator who is connected; and with `andSchema` the
 * place of its tables, which a copy brings by itself.
 */
export async function prepareServer(
  client: Client,
  { andSchema }: { andSchema: boolean },
): Promise<void> {
  await assertServer(client)
  await client.query(`BEGIN; ${groupRoles}; ${andSchema ? emptySchema : ''} COMMIT`)
}

/** Whether it was missing. */
async function applyFile(client: Client, { number, name, sql }: SchemaFile): Promise<boolean> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', ['kaunta schema'])
    if ((await appliedVersion(client)) >= number) {
      await client.query('ROLLBACK')
      return false
    }
    await client.query(sql)
    await client.query('SET LOCAL ROLE kaunta_owner')
    await client.query('INSERT INTO kaunta.schema_version (number, name) VALUES ($1, $2)', [
      number,
      name,
    ])
    await client.query('COMMIT')
    return true
  } catch (error) {
    // Where the connection is gone the server rolls back by itself; the first error is the one that counts.
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function appliedVersion(client: Client): Promise<number> {
  const { rows } = await client.query(
    'SELECT coalesce(max(number), 0) AS number FROM kaunta.schema_version',
  )
  return Number(rows[0]?.number)
}

async function assertServer(client: Client): Promise<void> {
  const { rows } = await client.query(
    "SELECT current_setting('server_version_num')::integer AS number, current_setting('server_version') AS version",
  )
  if (Number(rows[0]?.number) < oldestServer * 10_000)
    throw new ServerTooOld(String(rows[0]?.version))
}

/**
 * What has to be there before the first file. Roles belong to the whole server, so another shop database may
 * have made them: from PostgreSQL 16 its administrator then has to grant both WITH ADMIN OPTION. No superuser is
 * needed: CREATEROLE and owning the database are enough.
 */
const groupRoles = `
SELECT pg_advisory_xact_lock(hashtext('kaunta schema'));
DO $$
BEGIN
  IF to_regrole('kaunta_owner') IS NULL THEN CREATE ROLE kaunta_owner NOLOGIN; END IF;
  IF to_regrole('kaunta_member') IS NULL THEN CREATE ROLE kaunta_member NOLOGIN; END IF;
  -- From PostgreSQL 16 who creates a role may give it away, and is not yet one who may act as it.
  IF NOT pg_has_role(current_user, 'kaunta_owner',
    CASE WHEN current_setting('server_version_num')::integer < 160000 THEN 'MEMBER' ELSE 'SET' END)
  THEN GRANT kaunta_owner TO CURRENT_USER; END IF;
  EXECUTE format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CREATE ON DATABASE %I TO kaunta_owner', current_database());
END $$`

const emptySchema = `
CREATE SCHEMA IF NOT EXISTS kaunta AUTHORIZATION kaunta_owner;
SET LOCAL ROLE kaunta_owner;
CREATE TABLE IF NOT EXISTS kaunta.schema_version (
  number integer PRIMARY KEY,
  name text NOT NULL,
  applied timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT USAGE ON SCHEMA kaunta TO kaunta_member;
GRANT SELECT ON kaunta.schema_version TO kaunta_member;`
