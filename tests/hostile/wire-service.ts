import { createServer, type Socket } from 'node:net'
import { openPort } from '../support/parts'
import type { PaymentFacts } from './body-grammar'
import { type WireSpec, wireBytes } from './wire-grammar'

/** What the service says to the request that carries `mark`. */
export interface Script {
  mark: string
  spec: WireSpec
  facts: PaymentFacts
}

export interface WireService {
  address: string
  /** Scripts by their marks; a request without one is answered plainly. */
  scripts: Map<string, Script>
  /** Marks of the requests that arrived whole. */
  arrived: Set<string>
  close(): Promise<void>
}

/** No request asked for this one: a client that believes it has taken another call's answer. */
export const leftoverReference = 'R-LEFTOVER'
const leftover = answerText(leftoverReference)
/** Long enough for a connection to be put back for the next request. */
const laterMs = 3

/** A service of bare TCP on loopback that answers as its scripts say. */
export async function startWireService(): Promise<WireService> {
  const sockets = new Set<Socket>()
  const scripts = new Map<string, Script>()
  const arrived = new Set<string>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => sockets.delete(socket))
    // A connection that the till ends is no fault of the service's.
    socket.on('error', () => socket.destroy())
    let heard = ''
    socket.on('data', data => {
      heard += data.toString('latin1')
      for (let request = firstRequest(heard); request; request = firstRequest(heard)) {
        heard = heard.slice(request.length)
        const mark = /M-\d+/.exec(request)?.[0] ?? ''
        arrived.add(mark)
        void answer(socket, scripts.get(mark))
      }
    })
  })
  const port = await openPort(server)
  return {
    address: `http://127.0.0.1:${port}`,
    scripts,
    arrived,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

/** The text up to the end of the first whole request, or null. */
function firstRequest(heard: string): string | null {
  const head = heard.indexOf('\r\n\r\n')
  if (head < 0) return null
  const length = Number(/content-length: (\d+)/i.exec(heard.slice(0, head))?.[1] ?? 0)
  const end = head + 4 + length
  return heard.length >= end ? heard.slice(0, end) : null
}

async function answer(socket: Socket, script: Script | undefined): Promise<void> {
  if (!script) {
    socket.write(answerText('R-PLAIN'))
    return
  }
  const { spec, facts } = script
  for (const piece of wireBytes(spec, facts)) {
    if (piece.length > 0) socket.write(piece)
    await new Promise(resolve => setImmediate(resolve))
  }
  // After an answer that was cut, whole words would be the answer.
  if (spec.cut === null && spec.leftover === 'at once') socket.write(leftover)
  if (spec.cut === null && spec.leftover === 'later')
    setTimeout(() => socket.write(leftover), laterMs)
  if (spec.ending === 'close') socket.end()
  if (spec.ending === 'reset') socket.resetAndDestroy()
}

function answerText(reference: string): string {
  const data = { reference, status: 'paid' }
  const body = JSON.stringify({ status: 'success', code: 200, data })
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}
