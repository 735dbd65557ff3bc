import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ServiceClientDeps } from '../../../../electron/main/service'
import { type Certificate, makeCertificate } from '../../../support/service/certificate'
import {
  created,
  passOn,
  startHttpService,
  startTcpService,
} from '../../../support/service/loopback-service'
import { clientFor, createAt, pause, prepared, told } from '../../../support/service/till-end'

const ours = await makeCertificate(['127.0.0.1'])
const trusting = (certificate: Certificate) => ({ certificateAuthorities: [certificate.cert] })

function create(address: string, overrides: Partial<ServiceClientDeps> = {}) {
  return clientFor(address, overrides).createMobilePayment(prepared)
}

const neverSent = (reason: string) => ({ sent: 'no', reason })
const maybeSent = (reason: string) => ({ sent: 'maybe', reason })

/** Speaks after the request's first bytes came. */
const onRequest = (speak: (socket: Socket) => void) => (socket: Socket) =>
  void socket.once('data', () => speak(socket))

describe('never sent is known (money rule 4)', () => {
  it('connection refused', async () => {
    expect(told(await create('http://127.0.0.1:1'))).toEqual(neverSent('connection-refused'))
  })

  it('an unknown name', async () => {
    // Longer than a DNS label may be: it fails everywhere, also without a network, and at once.
    const name = 'x'.repeat(64)
    expect(told(await create(`https://${name}.invalid`))).toEqual(neverSent('dns'))
  })

  it('a certificate of an unknown authority, even when Node is told not to care', async () => {
    const endpoint = await startHttpService(created, ours)
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(told(await create(endpoint.address))).toEqual(neverSent('tls'))
    expect(endpoint.seen).toEqual([])
  })

  it.each<[string, (socket: Socket) => void, string]>([
    ['no TLS', onRequest(socket => socket.end('HTTP/1.1 400 Bad\r\n\r\n')), 'tls'],
    ['silence instead of TLS', () => undefined, 'connect-timeout'],
    ['a reset in the TLS handshake', onRequest(it => it.resetAndDestroy()), 'connection-lost'],
  ])('%s', async (_what, speak, reason) => {
    const endpoint = await startTcpService(speak)
    const timeouts = { connect: 3_000 }
    const answer = await create(`https://127.0.0.1:${endpoint.port}`, { timeouts })
    expect(told(answer)).toEqual(neverSent(reason))
    expect(endpoint.connections()).toBe(1)
  })

  it('a call that ran out of time before TLS was done: it does not go out afterwards', async () => {
    const endpoint = await startHttpService(created, ours)
    const slow = await startTcpService(
      socket => void pause(400).then(() => passOn(socket, endpoint.port)),
    )
    const address = `https://127.0.0.1:${slow.port}`
    const [hasty, patient] = await Promise.all([
      create(address, { ...trusting(ours), timeouts: { call: 100 } }),
      clientFor(address, trusting(ours)).createMobilePayment({ ...prepared, body: '{}' }),
    ])
    expect(told(hasty)).toEqual(neverSent('timeout'))
    expect(told(patient)).toBe('ok')
    // Another one takes the same way afterwards: the first would have come before it.
    const later = await create(address, trusting(ours))
    expect(told(later)).toBe('ok')
    expect(endpoint.seen).toHaveLength(2)
  })

  it('a client that is closed while it connects, and one that was closed before', async () => {
    const endpoint = await startTcpService(() => undefined)
    const client = clientFor(`https://127.0.0.1:${endpoint.port}`)
    const waiting = client.createMobilePayment(prepared)
    await vi.waitFor(() => expect(endpoint.connections()).toBe(1), 5_000)
    await client.close()
    expect(await waiting).toMatchObject({ ...neverSent('aborted'), detail: 'CLIENT_CLOSED' })
    expect(told(await client.createMobilePayment(prepared))).toEqual(neverSent('aborted'))
    expect(endpoint.connections()).toBe(1)
  })
})

describe('maybe sent is known (money rule 4)', () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n'

  /** Only what stays silent is given up early: on a busy computer every other answer may take longer. */
  const soon = { timeouts: { headers: 200 } }

  it.each<[string, (socket: Socket) => void, unknown, typeof soon?]>([
    ['closed at accept', socket => socket.end(), maybeSent('connection-lost')],
    ['a reset', onRequest(socket => socket.resetAndDestroy()), maybeSent('connection-lost')],
    ['closed', onRequest(socket => socket.end()), maybeSent('connection-lost')],
    ['silence', () => undefined, maybeSent('timeout'), soon],
    ['half a header', onRequest(it => it.write('HTTP/1.1 20')), maybeSent('timeout'), soon],
    ['no HTTP', onRequest(socket => socket.write('SSH-2.0 hello\r\n')), 'unintelligible'],
    ['a body cut off', onRequest(socket => socket.end(`${head}{"status":`)), 'unintelligible'],
  ])('%s', async (_what, speak, answer, settings: Partial<typeof soon> = {}) => {
    const endpoint = await startTcpService(speak)
    expect(told(await create(`http://127.0.0.1:${endpoint.port}`, settings))).toEqual(answer)
    expect(endpoint.connections()).toBe(1)
  })

  it('a reset at accept falls on either side: the wire tells which', async () => {
    const writes: unknown[] = []
    const count = (message: unknown) => void writes.push(message)
    subscribe('undici:client:sendHeaders', count)
    const endpoint = await startTcpService(socket => socket.resetAndDestroy())
    const answer = await create(`http://127.0.0.1:${endpoint.port}`)
    unsubscribe('undici:client:sendHeaders', count)
    expect(told(answer)).toEqual((writes.length > 0 ? maybeSent : neverSent)('connection-lost'))
  })

  it('a call that ran out of time, and a client that is closed, after sending', async () => {
    const silence = () => undefined
    const { endpoint, answer: late } = await createAt(silence, { timeouts: { call: 1_500 } })
    expect(told(late)).toEqual(maybeSent('timeout'))
    const client = clientFor(endpoint.address)
    const waiting = client.createMobilePayment(prepared)
    await expect.poll(() => endpoint.seen.length).toBe(2)
    await client.close()
    expect(await waiting).toMatchObject({ ...maybeSent('aborted'), detail: 'CLIENT_CLOSED' })
    expect(endpoint.seen).toHaveLength(2)
  })
})

describe('calls in flight together', () => {
  const keys = Array.from({ length: 12 }, (_, nth) => `key-${nth}`)

  it('differ although their bodies are equal: maybe is exactly what arrived', async () => {
    const silent = await startHttpService(() => undefined, ours)
    // Every second connection never gets past TLS; the others send and are never answered.
    const half = await startTcpService((socket, nth) => {
      if (nth % 2 === 0) passOn(socket, silent.port)
    })
    const client = clientFor(`https://127.0.0.1:${half.port}`, {
      ...trusting(ours),
      timeouts: { call: 2_500 },
    })
    const answers = await Promise.all(
      keys.map(idempotencyKey => client.createMobilePayment({ ...prepared, idempotencyKey })),
    )
    const arrived = new Set(silent.seen.map(seen => seen.headers['x-idempotency-key']))
    expect(arrived.size).toBe(6)
    expect(answers.map(told)).toEqual(
      keys.map(key => (arrived.has(key) ? maybeSent('timeout') : neverSent('timeout'))),
    )
  })
})
