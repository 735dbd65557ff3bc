import { createServer, type Socket } from 'node:net'
import { systemClock } from '../../../electron/main/platform/clock'
import type { Exchange } from '../../../electron/main/service/exchange'
import { openPort } from '../../support/parts'
import type { SeededRandom } from '../../support/seeded-random'
import type { RawAnswer } from '../simulated-service/raw-answer'
import { type Parts, realParts } from '../till/parts'
import type { Call } from './call'
import type { Cut } from './exchange'
import type { Wire } from './wire'

/** A wire of real sockets, through the till's own transport. */
export interface SocketWire extends Wire {
  /** At which bytes answers were cut, by the part of the answer that each lies in. */
  cuts(): Readonly<Record<Cut, number>>
  close(): Promise<void>
}

/** Opens it on this computer alone. Answers are cut at any byte of the part that `cut` names. */
export async function openSocketWire(
  random: SeededRandom,
  { createTransport }: Parts = realParts,
): Promise<SocketWire> {
  const counts: Record<Cut, number> = { 'status-line': 0, headers: 0, body: 0, whole: 0 }
  let next: ServiceResponse = { bytes: Buffer.alloc(0), leavesMore: false }
  const server = createServer(socket => answerOnce(socket, () => next))
  const port = await openPort(server)
  const timeouts = { connect: 5_000, headers: 5_000, body: 5_000, call: 10_000 }
  const origin = `http://127.0.0.1:${port}`
  const transport = createTransport({ origin, timeouts, clock: systemClock })
  // One at a time: the next request gets the next answer.
  let line: Promise<void> | null = null

  async function exchange(call: Call, raw: RawAnswer, cut: Cut): Promise<Exchange> {
    const leavesMore = cut === 'whole' && random.chance(0.3)
    const bytes = bytesOf(raw, leavesMore ? 'keep-alive' : 'close')
    counts[cut] += 1
    next = { bytes: bytes.all.subarray(0, cutAt(bytes, cut, random)), leavesMore }
    // The moment of leaving was the world's to choose: the real transport asks nothing more.
    return transport.post({ ...call.post, mayGo: () => true })
  }

  return {
    run(call, raw, cut, brought) {
      const carried = (line ?? Promise.resolve()).then(async () => {
        brought(await exchange(call, raw, cut))
        if (line === carried) line = null
      })
      line = carried
    },
    idle: () => line,
    cuts: () => counts,
    async close() {
      await transport.close()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

interface ServiceResponse {
  bytes: Buffer
  /** Another payment's answer follows on the same connection, which stays open. */
  leavesMore: boolean
}

/** A till that kept the connection would take it for the answer to its next request. */
const leftOverBody = '{"status":"success","code":200,"data":{"status":"paid"}}'
const leftOver = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${leftOverBody.length}\r\n\r\n` +
    leftOverBody,
)

/** Waits for the whole request, sends its bytes, and hangs up or leaves another answer for the next request. */
function answerOnce(socket: Socket, answer: () => ServiceResponse): void {
  let request = ''
  let leavesMore = false
  socket.on('error', () => socket.destroy())
  socket.on('data', chunk => {
    request += chunk.toString('latin1')
    if (!isWhole(request)) return
    request = ''
    if (leavesMore) return void socket.end(leftOver)
    const next = answer()
    leavesMore = next.leavesMore
    if (leavesMore) socket.write(next.bytes)
    else socket.end(next.bytes)
  })
}

function isWhole(request: string): boolean {
  const [head = '', body] = request.split('\r\n\r\n')
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return body !== undefined && body.length >= length
}

interface AnswerBytes {
  all: Buffer
  statusEnds: number
  headersEnd: number
}

function bytesOf({ status, headers, body }: RawAnswer, connection: string): AnswerBytes {
  const statusLine = `HTTP/1.1 ${status} Said\r\n`
  const length = Buffer.byteLength(body)
  const fields = { ...headers, 'content-length': String(length), connection }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${statusLine}${lines.join('')}\r\n`)
  const all = Buffer.concat([head, Buffer.from(body)])
  return { all, statusEnds: statusLine.length, headersEnd: head.length }
}

/** How many bytes come through. A part that is empty is cut before its first byte. */
function cutAt({ all, statusEnds, headersEnd }: AnswerBytes, cut: Cut, random: SeededRandom) {
  if (cut === 'status-line') return random.int(0, statusEnds - 1)
  if (cut === 'headers') return random.int(statusEnds, headersEnd - 1)
  return cut === 'body' ? random.int(headersEnd, Math.max(headersEnd, all.length - 1)) : all.length
}
