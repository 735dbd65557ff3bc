import { EventEmitter } from 'node:events'
import { Client } from 'pg'
import { connectTime, openSocket, type Socket } from '../platform/open-socket'
import type { ShopOptions } from './address'
import { ChannelNotBound, shopFailure } from './failure'

/** One row of an answer: `bigint` columns come as text, `bytea` as a Buffer, `timestamptz` as a Date. */
export type ShopRow = Readonly<Record<string, unknown>>

/**
 * One connection to the shop database. Every statement commits by itself and can be repeated: a lost answer
 * cannot be told from a lost statement. There are no transactions over several statements.
 */
export interface ShopConnection {
  /** The server's process that serves it, as the server said when it began; a pooler says another number. */
  pid: number | null
  /**
   * Rejects with what `shopFailure` reads. After an error without a code of the server's, and where no answer came
   * within `limit` ms, the connection is over.
   */
  query(text: string, values?: readonly unknown[], limit?: number): Promise<readonly ShopRow[]>
  /** Calls the listener once the connection is over, for any reason. */
  onEnd(listener: () => void): void
  /** Hears the notifications of a channel from now on; each is a hint and can be lost. */
  listen(channel: string, heard: (payload: string) => void): Promise<void>
  /** Resolves within `goodbyeMs`, also where the server answers nothing. */
  close(): Promise<void>
}

/** How long a statement that takes no time may take, ms: a server that is silent for longer is frozen. */
export const shortLimit = 5_000

/** So long a server may take to end the connection that it was told to end, ms. A frozen one never does. */
const goodbyeMs = 300

/** Connects, as the options say and nothing else. Rejects with what `shopFailure` reads. */
export async function connectShop(options: ShopOptions): Promise<ShopConnection> {
  const client = await openClient(options)
  const ended: Array<() => void> = []
  let over = false
  const end = () => {
    if (over) return
    over = true
    for (const listener of ended) listener()
  }
  client.on('error', end)
  client.on('end', end)
  let turn: Promise<unknown> = Promise.resolve()
  /** One after the other: the next major version of pg no longer waits for the statement before. */
  const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    const asked = turn.then(ask)
    turn = asked.catch(() => undefined)
    return asked
  }

  return {
    pid: pidOf(client),
    async query(text, values = [], limit) {
      const asked = { text, values: [...values], ...(limit && { query_timeout: limit }) }
      try {
        const { rows } = await inTurn(() => client.query(asked))
        return rows
      } catch (error) {
        if (shopFailure(error) === 'unreachable') {
          socketOf(client)?.destroy()
          end()
        }
        throw error
      }
    },
    onEnd(listener) {
      if (over) listener()
      else ended.push(listener)
    },
    async listen(channel, heard) {
      client.on('notification', message => {
        if (message.channel === channel) heard(message.payload ?? '')
      })
      await inTurn(() => client.query(`LISTEN ${client.escapeIdentifier(channel)}`))
    },
    async close() {
      const cut = setTimeout(() => socketOf(client)?.destroy(), goodbyeMs)
      await client.end().finally(() => clearTimeout(cut))
    },
  }
}

/** A client that is connected and signed in. Rejects with what `shopFailure` reads. */
export async function openClient({ bindsChannel, ...options }: ShopOptions): Promise<Client> {
  const { host = '', port = 0 } = options
  const began = performance.now()
  const socket = await openSocket({ host, port })
  const rest = connectTime - (performance.now() - began)
  // 0 would be for ever.
  const connectionTimeoutMillis = Math.max(1, rest)
  const stream = () => handedOver(socket)
  let isBound = false
  const password = () => {
    if (bindsChannel && !isBound) throw new ChannelNotBound()
    return options.password ?? ''
  }
  const client = new Client({ ...options, password, connectionTimeoutMillis, stream })
  hearMechanisms(client, offered => {
    isBound = offered.includes('SCRAM-SHA-256-PLUS')
  })
  // Without a listener a lost connection would end the process. What it says, the next statement says too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    // A server that asked for no password.
    if (bindsChannel && !isBound) throw new ChannelNotBound()
    return client
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** pg connects the stream that it is given, and waits until that is done. */
function handedOver(socket: Socket): Socket {
  const connect = () => {
    process.nextTick(() => socket.emit('connect'))
    return socket
  }
  return Object.assign(socket, { connect })
}

/** Its typings leave this out. */
function socketOf(client: Client): { destroy(): void } | null {
  const connection: unknown = 'connection' in client ? client.connection : null
  const { stream } = Object(connection) as { stream?: { destroy(): void } }
  return stream ?? null
}

/** How the server would take the password; it offers to bind the channel over TLS alone. Its typings leave this out. */
function hearMechanisms(client: Client, heard: (offered: readonly string[]) => void): void {
  const connection: unknown = 'connection' in client ? client.connection : null
  if (connection instanceof EventEmitter)
    connection.on('authenticationSASL', ({ mechanisms }) => heard(mechanisms))
}

/** Its typings leave this out. */
function pidOf(client: Client): number | null {
  const pid: unknown = 'processID' in client ? client.processID : null
  return typeof pid === 'number' ? pid : null
}
