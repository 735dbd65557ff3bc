import { execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { NetworkPrinter } from '../../../electron/main/outputs/printing/escpos/network-printer'
import { systemClock } from '../../../electron/main/platform/clock'
import { defaultTimeouts } from '../../../electron/main/service/exchange'
import { createTransport } from '../../../electron/main/service/transport'
import { connectShop } from '../../../electron/main/shop/connection'
import { EscposPrinter } from '../escpos-printer'
import { makeCertificate } from '../service/certificate'
import { startPostgres } from '../shop/postgres-server'
import { type Client, clients, type Exchanged, type Line, roundTrip } from './slow-line'

/*
 * Runs in a network of its own (`unshare -n -m`), which has one line: a TUN device. What is sent to `far` comes to
 * this program as packets. It swaps the two addresses of each, and gives it back after half a round trip: so it
 * arrives at a server of this same computer, and the answer goes the same way. Checksums stay right.
 */

const line = process.argv[2] as Line
/** Each has a name of its own: which address of a name answered last is kept for the run. */
const hostOf = (client: Client) => `${client}.test`
const device = 'line'
const near = { 4: '10.9.0.1', 6: '2001:db8:9::1' }
const far = { 4: '10.9.0.2', 6: '2001:db8:9::2' }

const folder = mkdtempSync(join(tmpdir(), 'kaunta-line-'))

async function makeLine(): Promise<() => void> {
  const names = join(folder, 'hosts')
  const hosts = clients.map(hostOf).join(' ')
  writeFileSync(names, `127.0.0.1 localhost\n${far[4]} ${hosts}\n${far[6]} ${hosts}\n`)
  execFileSync('mount', ['--bind', names, '/etc/hosts'])
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  const relay = createSocket('udp4').bind(0, '127.0.0.1')
  await once(relay, 'listening')
  const tun = `TUN:${near[4]}/24,up,iff-no-pi,tun-type=tun,tun-name=${device}`
  const socat = spawn('socat', [tun, `UDP4:127.0.0.1:${relay.address().port}`])
  socat.stderr.on('data', said => process.stderr.write(said))
  while (!isThere()) await wait(20)
  if (line !== 'IPv6 refused')
    execFileSync('ip', ['-6', 'addr', 'add', `${near[6]}/64`, 'dev', device, 'nodad'])
  const begun = new Set<string>()
  relay.on('message', (packet, { port }) => {
    const version = (packet[0] ?? 0) >> 4 === 6 ? 6 : 4
    if (version === 6 && line === 'IPv6 silent') return
    if (line === 'first packet lost' && isFirst(packet, version, begun)) return
    setTimeout(() => relay.send(swapped(packet, version), port, '127.0.0.1'), roundTrip / 2)
  })
  return () => {
    socat.kill('SIGKILL')
    relay.close()
  }
}

function isThere(): boolean {
  try {
    return execFileSync('ip', ['addr', 'show', 'dev', device], { stdio: 'pipe' }).includes(near[4])
  } catch {
    return false
  }
}

/** Where the two addresses stand in a packet's head. */
const addressesOf = { 4: [12, 4], 6: [8, 16] } as const

function swapped(packet: Buffer, version: 4 | 6): Buffer {
  const [at, length] = addressesOf[version]
  const turned = Buffer.from(packet)
  packet.copy(turned, at, at + length, at + 2 * length)
  packet.copy(turned, at + length, at, at + length)
  return turned
}

/** Whether a packet opens a connection (SYN without ACK) that was not opened before. */
function isFirst(packet: Buffer, version: 4 | 6, begun: Set<string>): boolean {
  const head = version === 4 ? ((packet[0] ?? 0) & 15) * 4 : 40
  const isTcp = packet[version === 4 ? 9 : 6] === 6
  if (!isTcp || ((packet[head + 13] ?? 0) & 0x12) !== 0x02) return false
  const connection = `${version} ${packet.toString('hex', head, head + 4)}`
  if (begun.has(connection)) return false
  begun.add(connection)
  return true
}

/** Opens a server to both families, at a free port. */
async function opened(server: Server): Promise<number> {
  server.listen(0, '::')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Leads a connection on to a port of this computer. */
function leadOn(socket: Socket, port: number): void {
  const onward = connect(port, '127.0.0.1')
  onward.on('error', () => socket.destroy())
  socket.on('error', () => onward.destroy())
  socket.pipe(onward).pipe(socket)
}

/** Answers a CONNECT, and leads on to one port. */
function proxyTo(port: number): Server {
  return createServer(socket => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      leadOn(socket, port)
    })
  })
}

const certificate = await makeCertificate([hostOf('service')])
const closing = new AbortController()

function service(port: number, resolveProxy?: () => Promise<string>) {
  const transport = createTransport({
    origin: `https://${hostOf('service')}:${port}`,
    timeouts: defaultTimeouts,
    certificateAuthorities: [certificate.cert],
    resolveProxy,
    clock: systemClock,
  })
  return async () => {
    const headers = { 'content-type': 'application/json' }
    const got = await transport.post({ path: '/', headers, body: '{}' })
    return got.kind === 'response' ? 'ok' : got.code
  }
}

async function exchangers(): Promise<Record<Client, () => Promise<string>>> {
  const https = await opened(createSecureServer(certificate, (_, response) => response.end('{}')))
  const proxy = await opened(proxyTo(https))
  const postgres = await startPostgres()
  const { username: user, password, pathname } = new URL(await postgres.newDatabase())
  const database = await opened(createServer(socket => leadOn(socket, postgres.port)))
  const paper = new EscposPrinter()
  await paper.switchOn()
  const printer = await opened(
    createServer(socket => leadOn(socket, Number(paper.address.split(':')[1]))),
  )
  closing.signal.addEventListener('abort', () => void postgres.remove())
  return {
    service: service(https),
    proxy: service(https, async () => `PROXY ${hostOf('proxy')}:${proxy}`),
    async database() {
      const place = { host: hostOf('database'), port: database, database: pathname.slice(1) }
      const shop = await connectShop({ ...place, user, password, ssl: false })
      const [row] = await shop.query('SELECT 1 AS one')
      void shop.close()
      return row?.one === 1 ? 'ok' : JSON.stringify(row)
    },
    async printer() {
      const { signal } = new AbortController()
      const connection = new NetworkPrinter({
        address: { host: hostOf('printer'), port: printer },
        clock: systemClock,
        signal,
      })
      await connection.open()
      connection.close()
      return 'ok'
    },
  }
}

async function exchanged(client: Client, exchange: () => Promise<string>): Promise<Exchanged> {
  const began = performance.now()
  const outcome = await exchange().catch((error: unknown) =>
    String(Reflect.get(Object(error), 'code') ?? error),
  )
  return { client, outcome, took: Math.round(performance.now() - began) }
}

const close = await makeLine()
const exchanges = await exchangers()
const found = await Promise.all(
  clients.map(async client => [
    await exchanged(client, exchanges[client]),
    await exchanged(client, exchanges[client]),
  ]),
)
process.stdout.write(JSON.stringify(found.flat()))
closing.abort()
close()
execFileSync('umount', ['/etc/hosts'])
rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
process.exit(0)
