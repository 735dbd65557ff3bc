import { channel } from 'node:diagnostics_channel'
import { describe, expect, it, vi } from 'vitest'
import type { ServiceClient } from '../../../../electron/main/service'
import { largestResponse } from '../../../../electron/main/service/exchange'
import { envelope, errorBody, mobileCreated } from '../../../support/service/answers'
import {
  created,
  json,
  type Reply,
  startHttpService,
  startTcpService,
} from '../../../support/service/loopback-service'
import { clientFor, createAt, pause, prepared, untilIdle } from '../../../support/service/till-end'

describe('a call that is not to go any more when its connection stands', () => {
  it('is not sent, and that is known', async () => {
    const { endpoint, answer } = await createAt(created, {}, { ...prepared, mayGo: () => false })
    expect(answer).toMatchObject({ class: 'unreachable', sent: 'no', reason: 'aborted' })
    await pause(100)
    expect(endpoint.connections()).toBe(1)
    expect(endpoint.seen).toEqual([])
  })

  it('goes while it may', async () => {
    const { answer } = await createAt(created, {}, { ...prepared, mayGo: () => true })
    expect(answer.class).toBe('ok')
  })
})

describe('retries', () => {
  it.each([
    ...[429, 500, 502, 503].map(status => ({
      what: status,
      reply: json(status, errorBody(status, 'x', 'y'), { 'retry-after': '0' }),
    })),
    { what: 'a reset', reply: (({ socket }) => void socket?.resetAndDestroy()) satisfies Reply },
  ])('are left to the till ($what comes back as it is, once)', async ({ reply }) => {
    const { endpoint } = await createAt(reply)
    await pause(100)
    expect(endpoint.seen).toHaveLength(1)
  })
})

describe('the size limit', () => {
  const padded = (size: number) => {
    const bare = JSON.stringify(envelope({ ...mobileCreated, pad: '' })).length
    return json(200, envelope({ ...mobileCreated, pad: 'x'.repeat(size - bare) }))
  }

  it('takes what is just within it, and no byte more', async () => {
    expect((await createAt(padded(largestResponse))).answer.class).toBe('ok')
    const tooLarge = { class: 'unintelligible', httpStatus: 200, reason: 'too-large' }
    expect((await createAt(padded(largestResponse + 1))).answer).toMatchObject(tooLarge)
  })

  it('is counted as the bytes come: an endless answer ends', async () => {
    let written = 0
    const { answer } = await createAt(response => {
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) written += 16_384
      }
      response.on('drain', pour)
      pour()
    })
    expect(answer).toMatchObject({ class: 'unintelligible', reason: 'too-large' })
    expect(written).toBeLessThan(20 * largestResponse)
  })

  it('holds for headers', async () => {
    const endpoint = await startTcpService(socket =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(99_999)}`)),
    )
    const client = clientFor(`http://127.0.0.1:${endpoint.port}`)
    const tooLarge = { class: 'unintelligible', httpStatus: null, reason: 'too-large' }
    expect(await client.createMobilePayment(prepared)).toMatchObject(tooLarge)
  })
})

describe('the timeouts', () => {
  const cutOff = { class: 'unintelligible', reason: 'cut-off' }

  it('end a body that stops coming', async () => {
    const timeouts = { body: 200 }
    const { answer } = await createAt(reply => void reply.write('{"status":'), { timeouts })
    expect(answer).toMatchObject({ ...cutOff, httpStatus: 200, detail: 'UND_ERR_BODY_TIMEOUT' })
  })

  it('end a call whose body trickles for ever', async () => {
    const { answer } = await createAt(
      response => {
        const trickle = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(trickle))
      },
      { timeouts: { call: 1_500 } },
    )
    expect(answer).toMatchObject({ ...cutOff, detail: 'CALL_TIMED_OUT' })
  })

  it('leave no timer behind', async () => {
    const stop = vi.fn()
    const after = vi.fn(() => stop)
    await createAt(created, { clock: { wall: () => 0, after } })
    expect([after.mock.calls.length, stop.mock.calls.length]).toEqual([1, 1])
  })
})

describe('connections', () => {
  const callsOf = (client: ServiceClient) => [
    () => client.createMobilePayment(prepared),
    () => client.readMobilePayment('asked-for'),
    () => client.createCardPayment(prepared),
    () => client.readCardPayment('asked-for'),
  ]

  it('are made for one call each, reads too', async () => {
    const endpoint = await startHttpService(created)
    const client = clientFor(endpoint.address)
    const calls = callsOf(client)
    for (const [index, call] of calls.entries()) {
      await call()
      await untilIdle()
      expect([endpoint.connections(), await endpoint.open()]).toEqual([index + 1, 0])
    }
    await Promise.all(calls.map(call => call()))
    expect(endpoint.connections()).toBe(8)
  })

  it('leave no answer behind for another call', async () => {
    const answers = ['asked-for', 'left-over'].map(reference => {
      const body = JSON.stringify(envelope({ ...mobileCreated, reference }))
      return `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    })
    // A second request on a connection gets what was left of the first one.
    const { port, connections } = await startTcpService(socket => {
      let requests = 0
      socket.on('data', () => socket.write(answers[requests++] ?? ''))
    })
    const client = clientFor(`http://127.0.0.1:${port}`)
    const paid = { class: 'ok', value: { facts: { references: ['asked-for'] } } }
    for (const call of callsOf(client)) {
      expect(await call()).toMatchObject(paid)
      await untilIdle()
    }
    expect(connections()).toBe(4)
  })

  it('end their subscriptions once they are answered', async () => {
    const channels = [
      ...['undici:request:create', 'undici:client:sendHeaders', 'undici:client:connected'],
    ].map(name => channel(name))
    const heard = () => channels.map(({ hasSubscribers }) => hasSubscribers)
    const before = heard()
    const endpoint = await startHttpService(created)
    for (const call of callsOf(clientFor(endpoint.address))) await call()
    expect(heard()).toEqual(before)
  })

  it('are gone after close', async () => {
    const endpoint = await startHttpService(() => undefined)
    const client = clientFor(endpoint.address)
    const waiting = client.readMobilePayment('r')
    await expect.poll(endpoint.open).toBe(1)
    await client.close()
    expect(await waiting).toMatchObject({ class: 'unreachable', reason: 'aborted' })
    await expect.poll(endpoint.open).toBe(0)
    await client.close()
  })
})
