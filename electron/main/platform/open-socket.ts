import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, isIPv6, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'

/** For other files, which may not import what connects. */
export type { SecureContext, Socket }

/** A connection that is silent for so long gets the next address beside it, ms: one lost packet and a slow line. */
const silence = 2_500

/** How long a connection may take as a whole, where nothing shorter is said, ms. */
export const connectTime = 10_000

/** The code of a connection that was not there in time; the system uses it too. */
const connectTimedOut = 'ETIMEDOUT'

/** Where a connection leads, and how long it may take. */
export interface Wanted {
  /** A name or an IP address, without brackets. */
  host: string
  port: number
  /** Spoken over TLS: the server is verified against this, by its name. */
  tls?: { context: SecureContext } | undefined
  /** An open connection that leads there, a proxy's tunnel: TLS is spoken on it. */
  over?: Socket | undefined
  /** Name, TCP and TLS together, ms. */
  limit?: number
  /** Ends the attempt at once; the promise rejects with its reason. */
  signal?: AbortSignal | undefined
}

/** The network and the time, for `openSocket`. */
export interface Network {
  /** The addresses of a name, the one that the system prefers first. */
  lookup(host: string): Promise<string[]>
  connect(address: string, port: number): Socket
  /** Runs the action once after `delay` ms; returns what cancels it. */
  after(delay: number, action: () => void): () => void
}

const system: Network = {
  async lookup(host) {
    const found = await lookup(host, { all: true })
    return found.map(({ address }) => address)
  },
  connect: (address, port) =>
    connectTcp({
      host: address,
      port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    }),
  after(delay, action) {
    const timer = setTimeout(action, delay)
    return () => clearTimeout(timer)
  },
}

/**
 * Opens every connection of the main process: no other file connects (`only-open-socket-connects`). Resolves with a
 * connected, for TLS verified, socket, to which nothing of a request was written. Rejects with a code of the
 * system's, of TLS's, `ETIMEDOUT`, or the signal's reason.
 *
 * A name has several addresses, and a whole family of them may be dead. The one that answered last is tried first.
 * HAZARD: an address is never given up because it is slow, only joined by the next one: a limit for each would be
 * too short for some line, which would then never reach anything.
 */
export function openSocket(wanted: Wanted, network: Network = system): Promise<Socket> {
  const { host, port, tls, over, limit = connectTime, signal } = wanted
  return withinTime(
    { limit, signal, code: connectTimedOut },
    async ended => {
      const socket = over ?? (await reach(host, port, network, ended))
      return tls ? secured(socket, { host, port, context: tls.context }, ended) : socket
    },
    network,
  )
}

/** Of this run: the address of each host that answered last. It decides an order and nothing else. */
const lastAnswered = new Map<string, string>()

async function reach(
  host: string,
  port: number,
  network: Network,
  ended: AbortSignal,
): Promise<Socket> {
  const found = fixedAddresses(host) ?? (await network.lookup(host))
  ended.throwIfAborted()
  const addresses = inOrder([...new Set(found)], lastAnswered.get(host))
  const { socket, address } = await firstToConnect(addresses, port, network, ended)
  lastAnswered.set(host, address)
  return socket
}

/**
 * The addresses that no name server is asked for, or null. HAZARD: to `localhost` the till speaks without TLS, and a hosts
 * file or a name server may lead it to another computer.
 */
function fixedAddresses(host: string): string[] | null {
  if (host.toLowerCase() === 'localhost') return ['127.0.0.1', '::1']
  return isIP(host) ? [host] : null
}

/**
 * The address that answered last first, or one of its family where the name has others now; then one of each family
 * in turn, so that a dead family costs one wait. Pure.
 */
export function inOrder(found: readonly string[], last?: string): string[] {
  const isFirst = isIPv6(last ?? found[0] ?? '')
  const again = found.filter(address => address === last)
  const rest = found.filter(address => address !== last)
  const same = rest.filter(address => isIPv6(address) === isFirst)
  const other = rest.filter(address => isIPv6(address) !== isFirst)
  // After the one that answered, the other family's turn.
  const [one, two] = again.length > 0 ? [other, same] : [same, other]
  const turns = Array.from({ length: Math.max(one.length, two.length) }, (_, turn) => turn)
  return [
    ...again,
    ...turns.flatMap(turn => [...one.slice(turn, turn + 1), ...two.slice(turn, turn + 1)]),
  ]
}

/** Connects to the first; to the next as well where one fails, or is silent for `silence`. The first to connect wins. */
function firstToConnect(
  addresses: readonly string[],
  port: number,
  { connect, after }: Network,
  ended: AbortSignal,
): Promise<{ socket: Socket; address: string }> {
  return new Promise((resolve, reject) => {
    const waiting = [...addresses]
    const open = new Set<Socket>()
    const failures: unknown[] = []
    let cancel = () => {}
    const finish = (winner?: Socket) => {
      cancel()
      waiting.length = 0
      ended.removeEventListener('abort', giveUp)
      for (const socket of open) if (socket !== winner) socket.destroy()
    }
    const giveUp = () => {
      finish()
      reject(ended.reason)
    }
    const next = () => {
      cancel()
      const address = waiting.shift()
      if (address === undefined) return
      const socket = connect(address, port)
      open.add(socket)
      // It stays: a socket without a listener ends the process when its connection is lost.
      socket.on('error', error => {
        if (!open.delete(socket)) return
        failures.push(error)
        if (waiting.length > 0) next()
        else if (open.size === 0) reject(tellingOf(failures))
      })
      socket.once('connect', () => {
        finish(socket)
        resolve({ socket, address })
      })
      if (waiting.length > 0) cancel = after(silence, next)
    }
    ended.addEventListener('abort', giveUp)
    next()
  })
}

const noWay = ['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']

/** Of several failures the first that is no lack of a way there: a computer without IPv6 says that of every name. */
function tellingOf(failures: readonly unknown[]): unknown {
  const isNoWay = (error: unknown) => noWay.includes(String(Reflect.get(Object(error), 'code')))
  return failures.find(error => !isNoWay(error)) ?? failures[0]
}

/** Of each kind of trust, the TLS sessions to take up again: a resumed one carries no certificates over the line. */
const sessions = new WeakMap<SecureContext, Map<string, Buffer>>()

interface Server {
  host: string
  port: number
  context: SecureContext
}

function secured(socket: Socket, server: Server, ended: AbortSignal): Promise<TLSSocket> {
  const { host, port, context } = server
  const kept = sessions.get(context) ?? new Map<string, Buffer>()
  sessions.set(context, kept)
  const place = `${host}:${port}`
  return new Promise((resolve, reject) => {
    const secure = connectTls({
      socket,
      // The certificate is checked for it; a server name may not be an IP address.
      host,
      servername: isIP(host) ? '' : host,
      secureContext: context,
      // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch verification off.
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      session: kept.get(place),
    })
    const giveUp = () => secure.destroy(ended.reason)
    const settle = (work: () => void) => {
      ended.removeEventListener('abort', giveUp)
      work()
    }
    secure.on('session', session => kept.set(place, session))
    // It stays, as above.
    secure.on('error', error => settle(() => reject(error)))
    secure.once('secureConnect', () => settle(() => resolve(secure)))
    ended.addEventListener('abort', giveUp)
    // The time may have passed in the step before.
    if (ended.aborted) giveUp()
  })
}

/** An error with one of the till's own codes, or of the system's. */
export function codedError(code: string): Error {
  return Object.assign(new Error(code), { code })
}

interface Limits {
  /** ms. */
  limit: number
  /** Of the error when it has passed. */
  code: string
  signal?: AbortSignal | undefined
}

/** Does the work, with a signal that ends it when the time has passed or `signal` says so; rejects then, at once. */
export function withinTime<T>(
  { limit, code, signal }: Limits,
  work: (ended: AbortSignal) => Promise<T>,
  { after }: Pick<Network, 'after'> = system,
): Promise<T> {
  if (signal?.aborted) return Promise.reject(signal.reason)
  const ending = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const end = (reason: unknown) => {
      ending.abort(reason)
      reject(reason)
    }
    const follow = () => end(signal?.reason)
    const cancel = after(limit, () => end(codedError(code)))
    signal?.addEventListener('abort', follow)
    work(ending.signal)
      .then(resolve, reject)
      .finally(() => {
        cancel()
        signal?.removeEventListener('abort', follow)
      })
  })
}
