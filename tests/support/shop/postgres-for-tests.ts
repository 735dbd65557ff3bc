import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { ShopConnection } from '../../../electron/main/shop/connection'
import type { Login } from '../../../electron/main/shop/members'
import {
  freePort,
  ordinaryUser,
  type PostgresServer,
  type ServerCertificate,
  startPostgres,
} from './postgres-server'
import { newShopDatabase, type TestShop } from './shop-database'

/** A server for all tests of a file. */
export function postgresForTests(tls?: ServerCertificate): () => PostgresServer {
  let server: PostgresServer | null = null
  beforeAll(async () => {
    server = await startPostgres(tls)
  })
  afterAll(() => server?.remove())
  return () => {
    if (!server) throw new Error('PostgreSQL was not started')
    return server
  }
}

/** A shop database for all tests of a file, on a server of its own: both are there once the tests begin. */
export function shopForTests() {
  const server = postgresForTests()
  const shop = {} as TestShop
  beforeAll(async () => {
    Object.assign(shop, await newShopDatabase(server()))
  })
  let tills = 0
  /** Each has a name of its own: the number comes after `name`. */
  const newTill = (name = 'Counter') => {
    tills += 1
    return shop.addTill(`${name} ${tills}`)
  }
  /** A connection that is closed when the test ends. */
  async function connected(login: Login): Promise<ShopConnection> {
    const connection = await shop.connect(login)
    onTestFinished(() => connection.close())
    return connection
  }
  return { server, shop, newTill, connected }
}

/** What is said where it is not there. */
export const noPgBouncer =
  'PgBouncer is not on the PATH (Debian: the package pgbouncer, in /usr/sbin)'

export function hasPgBouncer(): boolean {
  return spawnSync('pgbouncer', ['--version']).status === 0
}

/** A real PgBouncer in transaction mode before a server of the tests; it lets in the roles that the server has now. */
export async function startPgBouncer(
  server: PostgresServer,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-pgbouncer-'))
  const user = ordinaryUser()
  const port = await freePort()
  const roles = await server.asAdministrator('postgres', async client => {
    const sql = 'SELECT rolname, rolpassword FROM pg_authid WHERE rolpassword IS NOT NULL'
    return (await client.query(sql)).rows
  })
  const files = {
    'users.txt': roles
      .map(({ rolname, rolpassword }) => `"${rolname}" "${rolpassword}"\n`)
      .join(''),
    'pgbouncer.ini': `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  for (const path of [folder, ...Object.keys(files).map(name => join(folder, name))]) {
    chmodSync(path, 0o700)
    if (user) chownSync(path, user.uid, user.gid)
  }
  const started: ChildProcess = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  await new Promise<void>((resolve, reject) => {
    started.stderr?.on('data', (chunk: Buffer) => {
      log += chunk
      if (log.includes('process up')) resolve()
    })
    started.once('exit', code => reject(new Error(`pgbouncer ended with ${code}\n${log}`)))
  })
  return {
    port,
    async stop() {
      const ended = once(started, 'exit')
      started.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
