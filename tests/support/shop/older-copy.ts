import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import type { PostgresServer } from './postgres-server'

/** Keeps a copy of a whole database as it is now. The returned function puts it in the database's place. */
export async function keepCopy(
  server: PostgresServer,
  database: string,
): Promise<() => Promise<void>> {
  const copy = `${database}_older`
  await closed(server, database, client =>
    client.query(`CREATE DATABASE ${copy} TEMPLATE ${database}`),
  )
  return () =>
    closed(server, database, async client => {
      await client.query(`ALTER DATABASE ${database} RENAME TO ${database}_newer`)
      await client.query(`ALTER DATABASE ${copy} RENAME TO ${database}`)
    })
}

/** While no one is connected to it. */
async function closed(
  server: PostgresServer,
  database: string,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  await server.asAdministrator('postgres', async client => {
    await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
    const others = 'FROM pg_stat_activity WHERE datname = $1'
    await client.query(`SELECT pg_terminate_backend(pid) ${others}`, [database])
    // A backend that was told to end is there for a moment longer.
    while ((await client.query(`SELECT ${others}`, [database])).rows.length > 0) await delay(20)
    await work(client)
    await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`)
  })
}
