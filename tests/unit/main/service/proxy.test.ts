import { describe, expect, it, vi } from 'vitest'
import type { ServiceClientDeps } from '../../../../electron/main/service'
import { routesOf } from '../../../../electron/main/service/proxy-route'
import { makeCertificate } from '../../../support/service/certificate'
import {
  answers,
  created,
  cutAfter,
  type Reply,
  startHttpService,
  startProxy,
  startTcpService,
  type TestProxy,
} from '../../../support/service/loopback-service'
import {
  apiKey,
  apiSecret,
  clientFor,
  createAt,
  pause,
  prepared,
  told,
} from '../../../support/service/till-end'

/** A name that only the proxy can lead anywhere (RFC 2606). */
const host = 'pay.shop.invalid'
const certificate = await makeCertificate([host])

function through(
  proxy: Pick<TestProxy, 'resolveProxy'>,
  overrides: Partial<ServiceClientDeps> = {},
) {
  const certificateAuthorities = [certificate.cert]
  return clientFor(`https://${host}`, { certificateAuthorities, ...proxy, ...overrides })
}

describe('the way that the system names', () => {
  const direct = { way: 'direct' }
  const proxy = { way: 'proxy', host: 'proxy.shop', port: 8080, secure: false }

  it.each([
    ['DIRECT', [direct]],
    ['', [direct]],
    ['PROXY proxy.shop:8080', [proxy]],
    ['proxy proxy.shop', [{ ...proxy, port: 80 }]],
    ['HTTPS proxy.shop', [{ ...proxy, port: 443, secure: true }]],
    ['HTTPS proxy.shop:80', [{ ...proxy, port: 80, secure: true }]],
    ['PROXY [::1]:3128; DIRECT', [{ ...proxy, host: '::1', port: 3128 }, direct]],
    ['SOCKS5 s:1080; PROXY p:1', [{ ...proxy, host: 'p', port: 1 }]],
    ['SOCKS5 s:1080; DIRECT', [direct]],
    ['SOCKS s:1080', []],
    ['QUIC q:443; SOCKS4 s:1', []],
    ['PROXY', []],
    ['PROXY   proxy.shop:8080', [proxy]],
  ])('%j is taken as %j', (answer, routes) => {
    expect(routesOf(answer)).toEqual(routes)
  })

  it('is one of the first five, however many a script names', () => {
    const script = (names: readonly string[]) => names.map(name => `PROXY ${name}:1`).join('; ')
    const hosts = routesOf(script([...'abcdefg'])).map(route => 'host' in route && route.host)
    expect(hosts).toEqual([...'abcde'])
  })
})

describe('through a proxy', () => {
  it('the service is spoken to over TLS of its own, and the proxy sees its name alone', async () => {
    const endpoint = await startHttpService(created, certificate)
    const proxy = await startProxy(endpoint.port)
    const client = through(proxy)
    expect(told(await client.createMobilePayment(prepared))).toBe('ok')
    expect(endpoint.seen[0]?.headers).toMatchObject({ host, 'x-api-secret': apiSecret })
    await client.readMobilePayment('r')
    expect(endpoint.seen).toHaveLength(2)
    for (const head of proxy.heads) {
      expect(head).toMatch(/^CONNECT pay\.shop\.invalid:443 HTTP\/1\.1\r\n/)
      for (const hidden of [apiKey, apiSecret, 'x-api', 'merchant'])
        expect(head.toLowerCase()).not.toContain(hidden)
    }
  })

  it('no server is trusted that would not be without it', async () => {
    const endpoint = await startHttpService(created, await makeCertificate(['127.0.0.1']))
    const answer = await through(await startProxy(endpoint.port)).createMobilePayment(prepared)
    expect(told(answer)).toEqual({ sent: 'no', reason: 'tls' })
    expect(endpoint.seen).toEqual([])
  })

  it('is asked for again with every connection: a changed setting holds from the next', async () => {
    const endpoint = await startHttpService(created, certificate)
    const [first, second] = [await startProxy(endpoint.port), await startProxy(endpoint.port)]
    const resolveProxy = vi.fn(first.resolveProxy)
    const client = through({ resolveProxy })
    await client.createMobilePayment(prepared)
    resolveProxy.mockImplementation(second.resolveProxy)
    await client.createMobilePayment(prepared)
    expect([first.heads.length, second.heads.length]).toEqual([1, 1])
    expect(resolveProxy).toHaveBeenCalledWith(`https://${host}/`)
  })

  it('the next one of a list is tried where the first fails', async () => {
    const endpoint = await startHttpService(created, certificate)
    const broken = await startProxy(endpoint.port, answers('503 Service Unavailable'))
    const proxy = await startProxy(endpoint.port)
    const ports = [1, broken.port, proxy.port].map(port => `PROXY 127.0.0.1:${port}`)
    const client = through({ resolveProxy: async () => ports.join('; ') })
    expect(told(await client.createMobilePayment(prepared))).toBe('ok')
    expect([broken.heads.length, proxy.heads.length, endpoint.seen.length]).toEqual([1, 1, 1])
  })

  it('this very computer is never reached', async () => {
    const resolveProxy = vi.fn(async () => 'PROXY 127.0.0.1:1')
    const { answer } = await createAt(created, { resolveProxy })
    expect(told(answer)).toBe('ok')
    expect(resolveProxy).not.toHaveBeenCalled()
  })
})

describe('a proxy that fails before the tunnel stands: never sent (money rule 4)', () => {
  const yes = 'HTTP/1.1 200 OK\r\n\r\n'

  it.each([
    ['refuses', answers('403 Forbidden'), 'proxy', 'PROXY_REFUSED'],
    ['is broken', answers('502 Bad Gateway'), 'proxy', 'PROXY_REFUSED'],
    ['redirects', answers('302 Found'), 'proxy', 'PROXY_REFUSED'],
    ['wants a password', answers('407 Authentication Required'), 'proxy', 'PROXY_AUTH_NEEDED'],
    ['hangs up', socket => void socket.end(), 'connection-lost', 'ECONNRESET'],
    ['cuts', socket => void socket.resetAndDestroy(), 'connection-lost', 'ECONNRESET'],
    ['speaks first', socket => void socket.write(`${yes}${yes}`), 'proxy', 'PROXY_REFUSED'],
  ] satisfies [string, Parameters<typeof startProxy>[1] & {}, string, string][])(
    '%s',
    async (_what, treat, reason, detail) => {
      const endpoint = await startHttpService(created, certificate)
      const proxy = await startProxy(endpoint.port, treat)
      const answer = await through(proxy).createMobilePayment(prepared)
      expect(answer).toMatchObject({ class: 'unreachable', sent: 'no', reason, detail })
      await pause(50)
      expect(endpoint.connections()).toBe(0)
      expect(proxy.heads.join()).not.toContain(apiSecret)
    },
  )

  /** Only what hangs is given up early: on a busy computer every other answer may take longer. */
  const soon = { timeouts: { connect: 300 } }

  it('hangs', async () => {
    const endpoint = await startHttpService(created, certificate)
    const proxy = await startProxy(endpoint.port, () => undefined)
    const answer = await through(proxy, soon).createMobilePayment(prepared)
    expect(answer).toMatchObject({ sent: 'no', reason: 'proxy', detail: 'PROXY_TIMED_OUT' })
    expect(endpoint.connections()).toBe(0)
  })

  it.each([
    ['is not there', async () => 'PROXY 127.0.0.1:1', 'connection-refused', {}],
    ['is asked of a script that hangs', () => new Promise<string>(() => undefined), 'proxy', soon],
    ['is SOCKS', async () => 'SOCKS5 127.0.0.1:1', 'proxy', {}],
    ['cannot be told', () => Promise.reject(new Error('no answer')), 'connection-lost', {}],
  ])('%s', async (_what, resolveProxy, reason, settings) => {
    const client = through({ resolveProxy }, settings)
    const answer = await client.createMobilePayment(prepared)
    expect(told(answer)).toEqual({ sent: 'no', reason })
  })

  it('in the middle of the service’s TLS', async () => {
    const endpoint = await startHttpService(created, certificate)
    const proxy = await startProxy(endpoint.port, cutAfter(endpoint.port, 0))
    const answer = await through(proxy).createMobilePayment(prepared)
    expect(told(answer)).toEqual({ sent: 'no', reason: 'connection-lost' })
  })

  it('and what was given up meanwhile does not go out afterwards', async () => {
    const endpoint = await startHttpService(created, certificate)
    let becomesQuick: () => void = () => undefined
    const isQuick = new Promise<void>(resolve => {
      becomesQuick = resolve
    })
    const slow = await startProxy(endpoint.port, async (socket, onward) => {
      await isQuick
      socket.write(yes)
      onward()
    })
    const asked = (tunnels: number) => expect.poll(() => slow.heads.length).toBe(tunnels)
    const hasty = through(slow, { timeouts: { call: 1_000 } }).createMobilePayment(prepared)
    await asked(1)
    expect(told(await hasty)).toEqual({ sent: 'no', reason: 'timeout' })
    const closing = through(slow)
    const waiting = closing.createMobilePayment(prepared)
    await asked(2)
    await closing.close()
    expect(told(await waiting)).toEqual({ sent: 'no', reason: 'aborted' })
    const held = { ...prepared, mayGo: () => false }
    const refused = through(slow).createMobilePayment(held)
    await asked(3)
    becomesQuick()
    expect(told(await refused)).toEqual({ sent: 'no', reason: 'aborted' })
    // What goes through the same proxy afterwards comes alone.
    const patient = through(slow).createMobilePayment({ ...prepared, body: '{}' })
    expect(told(await patient)).toBe('ok')
    expect(endpoint.seen.map(({ body }) => body)).toEqual(['{}'])
  })
})

describe('a proxy that fails after the headers went: maybe sent (money rule 4)', () => {
  it.each<[string, Reply, string]>([
    ['by cutting before the answer', ({ socket }) => socket?.destroy(), 'connection-lost'],
    ['by silence', () => undefined, 'timeout'],
  ])('%s', async (_what, reply, reason) => {
    const endpoint = await startHttpService(reply, certificate)
    const client = through(await startProxy(endpoint.port), { timeouts: { headers: 3_000 } })
    expect(told(await client.createMobilePayment(prepared))).toEqual({ sent: 'maybe', reason })
    expect(endpoint.seen).toHaveLength(1)
  })
})

describe('a proxy that is itself spoken to over TLS', () => {
  it('has to prove its name, or it gets not even a CONNECT', async () => {
    const heard: Buffer[] = []
    const bare = await startTcpService(socket => socket.on('data', piece => heard.push(piece)))
    const answerBy = (port: number) =>
      through(
        { resolveProxy: async () => `HTTPS 127.0.0.1:${port}` },
        { timeouts: { connect: 3_000 } },
      ).createMobilePayment(prepared)
    expect(told(await answerBy(bare.port))).toMatchObject({ sent: 'no' })
    expect(Buffer.concat(heard).toString('latin1')).not.toContain('CONNECT')
    const endpoint = await startHttpService(created, await makeCertificate(['127.0.0.1']))
    expect(told(await answerBy(endpoint.port))).toEqual({ sent: 'no', reason: 'tls' })
    expect(endpoint.connections()).toBe(0)
  })
})
