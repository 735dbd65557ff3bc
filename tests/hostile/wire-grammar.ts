import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { type BodySpec, bodyBytes, bodySpec, mostly, type PaymentFacts } from './body-grammar'

/** How a response says where its body ends: truly, or not. */
const framings = {
  'right length': body => [`Content-Length: ${body.length}`],
  'right length twice': body => [
    `Content-Length: ${body.length}`,
    `Content-Length: ${body.length}`,
  ],
  'until it closes': () => [],
  chunked: () => ['Transfer-Encoding: chunked'],
  'a length too small': body => [`Content-Length: ${Math.max(0, body.length - 5)}`],
  'a length too large': body => [`Content-Length: ${body.length + 5}`],
  'a length below zero': () => ['Content-Length: -1'],
  'a length that is none': () => ['Content-Length: 0x10'],
  'two lengths': body => [`Content-Length: ${body.length}`, 'Content-Length: 7'],
  'a length beyond all memory': () => ['Content-Length: 99999999999999999999'],
  'a length and chunks': body => [`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'],
  'chunks of nonsense': () => ['Transfer-Encoding: chunked'],
  'a chunk beyond all memory': () => ['Transfer-Encoding: chunked'],
  'chunks without an end': () => ['Transfer-Encoding: chunked'],
  'chunks that are not chunked': () => ['Transfer-Encoding: chunked'],
} satisfies Record<string, (body: Buffer) => string[]>

type Framing = keyof typeof framings

const statusLines = [
  ...['HTTP/1.0 200 OK', 'HTTP/1.1 200', `HTTP/1.1 200 ${'x'.repeat(500)}`],
  ...['HTTP/1.1 201 Created', 'HTTP/1.1 204 No Content', 'HTTP/1.1 206 Partial Content'],
  ...['HTTP/1.1 302 Found', 'HTTP/1.1 304 Not Modified'],
  ...['HTTP/1.1 400 Bad Request', 'HTTP/1.1 401 Unauthorized', 'HTTP/1.1 403 Forbidden'],
  ...['HTTP/1.1 409 Conflict', 'HTTP/1.1 429 Too Many Requests'],
  ...['HTTP/1.1 500 Internal Server Error', 'HTTP/1.1 503 Service Unavailable'],
  ...['HTTP/1.1 101 Switching Protocols', 'HTTP/1.1 2OO OK', 'HTTP/1.1 99999 OK'],
  ...['HTTP/1.1 -200 OK', 'HTTP/1.1  200  OK'],
  ...['HTTP/2 200', 'HTTP/9.9 200 OK', 'ICY 200 OK', 'http/1.1 200 ok'],
  ...['SSH-2.0-OpenSSH_9.2', '\u0016\u0003\u0001', '\u0000', ''],
]

const interims = [
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n',
  'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50),
  'HTTP/1.1 100 Continue\r\nContent-Length: 2\r\n\r\n{}',
]

const extraHeaders = [
  ...['Content-Type: application/json', 'Content-Type: text/html', 'Content-Encoding: gzip'],
  ...['Connection: close', 'Connection: keep-alive', 'Keep-Alive: timeout=0'],
  'Keep-Alive: timeout=99999999999',
  ...['Date: Mon, 05 Jan 2026 09:00:00 GMT', 'Date: Sun, 01 Jan 1950 00:00:00 GMT'],
  ...['Retry-After: 7', 'Retry-After: 999999999999999', 'X-RateLimit-Reset: 1767603600'],
  ...['Location: http://127.0.0.1:1/', 'Upgrade: h2c', 'constructor: x\r\nconstructor: y'],
  ...['__proto__: x\r\n__proto__: y', 'hasOwnProperty: x', `X-Long: ${'x'.repeat(20_000)}`],
  Array.from({ length: 300 }, (_, n) => `X-${n}: ${n}`).join('\r\n'),
  'Date: x\r\n'.repeat(200).trimEnd(),
  ...['no colon here', ': no name', 'X NUL: \u0000', 'X-Fold: a\r\n b', 'X-Bare: a\nX-Line: b'],
  ...['X-High: \u00ff\u00fe', 'Trailer: X-After'],
]

export interface WireSpec {
  statusLine: string
  interim: string
  framing: Framing
  extra: readonly string[]
  body: BodySpec
  /** Compressed although nobody asked: with its header, or without a word. */
  gzip: 'none' | 'said' | 'unsaid'
  /** The connection is cut after this part of the answer; null when all of it is said. */
  cut: number | null
  /** In how many pieces it is written. */
  pieces: number
  ending: 'stay open' | 'close' | 'reset'
  /** A whole second answer that was not requested: with the first one, or a moment later. */
  leftover: 'none' | 'at once' | 'later'
  /** What goes in front of a status line that is sound otherwise. */
  front: string
}

export const wireSpec: fc.Arbitrary<WireSpec> = fc.record({
  statusLine: mostly('HTTP/1.1 200 OK', fc.constantFrom(...statusLines)),
  interim: mostly('', fc.constantFrom(...interims)),
  framing: mostly<Framing>(
    'right length',
    fc.constantFrom(...(Object.keys(framings) as Framing[])),
  ),
  extra: mostly<string[]>([], fc.array(fc.constantFrom(...extraHeaders), { maxLength: 3 })),
  body: bodySpec('accepted'),
  gzip: fc.constantFrom(...Array<'none'>(14).fill('none'), 'said' as const, 'unsaid' as const),
  cut: mostly<number | null>(
    null,
    fc.nat(9_999).map(n => n / 10_000),
  ),
  pieces: fc.integer({ min: 1, max: 4 }),
  ending: fc.constantFrom('stay open', 'stay open', 'close', 'reset'),
  leftover: fc.constantFrom('none', 'none', 'none', 'at once', 'later'),
  front: mostly('', fc.constantFrom('\r\n', ' ', 'x', '\ufeff')),
})

const plainFramings: readonly Framing[] = ['right length', 'until it closes', 'chunked']

/** Nothing is odd but the body, and that a gzip came. */
export function isPlainWire(spec: WireSpec): boolean {
  const { statusLine, interim, framing, extra, cut, ending, front, gzip } = spec
  const isEnded = framing !== 'until it closes' || ending === 'close'
  const isWhole = cut === null && ending !== 'reset' && isEnded
  const isPlainHead = interim === '' && front === '' && extra.length === 0 && gzip !== 'unsaid'
  return (
    statusLine === 'HTTP/1.1 200 OK' &&
    plainFramings.includes(framing) &&
    isPlainHead &&
    isWhole &&
    spec.leftover === 'none'
  )
}

/** The body as the answer means it. */
export function wireBody(spec: WireSpec, facts: PaymentFacts): Buffer {
  const status = Number(/ (\d{3})/.exec(spec.statusLine)?.[1] ?? 0)
  const bytes = bodyBytes(spec.body, facts, status)
  return spec.gzip === 'none' ? bytes : gzipSync(bytes)
}

/** The bytes that are written, in pieces. */
export function wireBytes(spec: WireSpec, facts: PaymentFacts): Buffer[] {
  const body = wireBody(spec, facts)
  const { contentType } = spec.body.form
  const lines = [
    spec.front + spec.statusLine,
    ...framings[spec.framing](body),
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...(spec.gzip === 'said' ? ['Content-Encoding: gzip'] : []),
    ...spec.extra,
  ]
  const head = Buffer.from(`${spec.interim}${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  const whole = Buffer.concat([head, framed(body, spec.framing)])
  const said = spec.cut === null ? whole : whole.subarray(0, Math.floor(whole.length * spec.cut))
  const size = Math.max(1, Math.ceil(said.length / spec.pieces))
  return Array.from({ length: spec.pieces }, (_, n) => said.subarray(n * size, (n + 1) * size))
}

function framed(body: Buffer, framing: Framing): Buffer {
  const chunk = Buffer.concat([
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from('\r\n'),
  ])
  const end = Buffer.from('0\r\n\r\n')
  switch (framing) {
    case 'chunked':
    case 'a length and chunks':
      return body.length === 0 ? end : Buffer.concat([chunk, end])
    case 'chunks of nonsense':
      return Buffer.concat([Buffer.from('zz;\r\n'), chunk, end])
    case 'a chunk beyond all memory':
      return Buffer.concat([Buffer.from('ffffffffffffffffff\r\n'), body])
    case 'chunks without an end':
      return chunk
    default:
      return body
  }
}
