import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

/** The ways by which the main process connects. */
export const clients = ['service', 'proxy', 'database', 'printer'] as const

/**
 * What is wrong with a line. Each has 600 ms from one end to the other and back, as by satellite, and the name at its
 * end has an address of each family.
 */
export const lines = {
  slow: 'nothing: both families lead there',
  'first packet lost': 'the first packet of every connection is lost',
  'IPv6 silent': 'nothing that is sent to the IPv6 address is answered',
  'IPv6 refused': 'this computer has no way to an IPv6 address',
} as const

export type Client = (typeof clients)[number]
export type Line = keyof typeof lines

/** There and back, ms. */
export const roundTrip = 600

/** Round trips of one exchange, connecting included: TCP, then TLS, CONNECT or a database's three of signing in. */
export const roundTrips: Readonly<Record<Client, number>> = {
  service: 3,
  proxy: 4,
  database: 5,
  printer: 2,
}

/** What became of one exchange: connect, ask, and have the answer. */
export interface Exchanged {
  client: Client
  outcome: string
  /** ms. */
  took: number
}

/** Why there can be no such line on this machine, or null. */
export function slowLineImpossible(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'a network of its own is for root on Linux'
  try {
    execFileSync('unshare', ['-n', '-m', 'sh', '-c', 'test -c /dev/net/tun && socat -V && ip -V'])
    return null
  } catch (error) {
    return `no network of its own can be made: ${String(error)}`
  }
}

/** Lets every client make two exchanges over a line, one after the other, in a network of its own. */
export async function exchangesOver(line: Line): Promise<Exchanged[]> {
  const program = new URL('far-end.ts', import.meta.url).pathname
  const node = [process.execPath, '--import', 'tsx', program, line]
  const { stdout } = await promisify(execFile)('unshare', ['-n', '-m', ...node], {
    timeout: 100_000,
  })
  // Sound: far-end.ts writes it.
  return JSON.parse(stdout) as Exchanged[]
}
