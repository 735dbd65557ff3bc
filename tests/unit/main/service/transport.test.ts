import { describe, expect, it } from 'vitest'
import { largestResponse } from '../../../../electron/main/service/exchange'
import { envelope, errorBody, mobileCreated } from '../../../support/service/answers'
import { json, startHttpService, startTcpService } from '../../../support/service/loopback-service'
import { clientFor, pause, prepared, untilIdle } from '../../../support/service/till-end'

const created = json(200, envelope(mobileCreated))

describe('a call that is not to go any more when its connection stands', () => {
  it('is not sent, and that is known', async () => {
    const endpoint = await startHttpService(created)
    const answer = await clientFor(endpoint.address).createMobilePayment({
      ...prepared,
      mayGo: () => false,
    })
    expect(answer).toMatchObject({ class: 'unreachable', sent: 'no', reason: 'aborted' })
    await pause(100)
    expect(endpoint.connections()).toBe(1)
    expect(endpoint.seen).toEqual([])
  })

  it('goes while it may', async () => {
    const endpoint = await startHttpService(created)
    const request = { ...prepared, mayGo: () => true }
    expect((await clientFor(endpoint.address).createMobilePayment(request)).class).toBe('ok')
  })
})

describe('retries', () => {
  it.each([429, 500, 502, 503])(
    'are left to the till (%i comes back as it is, once)',
    async status => {
      const endpoint = await startHttpService(
        json(status, errorBody(status, 'x', 'y'), { 'retry-after': '0' }),
      )
      await clientFor(endpoint.address).createMobilePayment(prepared)
      await pause(100)
      expect(endpoint.seen).toHaveLength(1)
    },
  )

  it('are left to the till after a reset too', async () => {
    const endpoint = await startHttpService(response => response.socket?.resetAndDestroy())
    await clientFor(endpoint.address).createMobilePayment(prepared)
    await pause(100)
    expect(endpoint.seen).toHaveLength(1)
  })
})

describe('the size limit', () => {
  const padded = (size: number) => {
    const bare = JSON.stringify(envelope({ ...mobileCreated, pad: '' })).length
    return envelope({ ...mobileCreated, pad: 'x'.repeat(size - bare) })
  }

  it('takes what is just within it', async () => {
    const endpoint = await startHttpService(json(200, padded(largestResponse)))
    expect((await clientFor(endpoint.address).createMobilePayment(prepared)).class).toBe('ok')
  })

  it('takes no byte more', async () => {
    const endpoint = await startHttpService(json(200, padded(largestResponse + 1)))
    expect(await clientFor(endpoint.address).createMobilePayment(prepared)).toMatchObject({
      class: 'unintelligible',
      httpStatus: 200,
      reason: 'too-large',
    })
  })

  it('is counted as the bytes come: an endless answer ends', async () => {
    let written = 0
    const endpoint = await startHttpService(response => {
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) written += 16_384
      }
      response.on('drain', pour)
      pour()
    })
    const answer = await clientFor(endpoint.address).createMobilePayment(prepared)
    expect(answer).toMatchObject({ class: 'unintelligible', reason: 'too-large' })
    expect(written).toBeLessThan(20 * largestResponse)
  })

  it('holds for headers', async () => {
    const endpoint = await startTcpService(socket =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(99_999)}`)),
    )
    const client = clientFor(`http://127.0.0.1:${endpoint.port}`)
    expect(await client.createMobilePayment(prepared)).toMatchObject({
      class: 'unintelligible',
      httpStatus: null,
      reason: 'too-large',
    })
  })
})

describe('the timeouts', () => {
  it('end a body that stops coming', async () => {
    const endpoint = await startHttpService(response => void response.write('{"status":'))
    const client = clientFor(endpoint.address, { timeouts: { body: 200 } })
    expect(await client.createMobilePayment(prepared)).toMatchObject({
      class: 'unintelligible',
      httpStatus: 200,
      reason: 'cut-off',
      detail: 'UND_ERR_BODY_TIMEOUT',
    })
  })

  it('end a call whose body trickles for ever', async () => {
    const endpoint = await startHttpService(response => {
      const trickle = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(trickle))
    })
    const client = clientFor(endpoint.address, { timeouts: { call: 300 } })
    expect(await client.createMobilePayment(prepared)).toMatchObject({
      class: 'unintelligible',
      reason: 'cut-off',
      detail: 'CALL_TIMED_OUT',
    })
  })

  it('leave no timer behind', async () => {
    const endpoint = await startHttpService(created)
    const running = new Set<number>()
    let made = 0
    const clock = {
      wall: () => 0,
      after() {
        const id = made++
        running.add(id)
        return () => void running.delete(id)
      },
    }
    await clientFor(endpoint.address, { clock }).createMobilePayment(prepared)
    expect([made, running.size]).toEqual([1, 0])
  })
})

describe('connections', () => {
  it('are made for one call each, reads too', async () => {
    const endpoint = await startHttpService((response, seen) => created(response, seen))
    const client = clientFor(endpoint.address)
    const calls = [
      () => client.readMobilePayment('r'),
      () => client.createMobilePayment(prepared),
      () => client.readCardPayment('r'),
      () => client.createCardPayment(prepared),
    ]
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
    const calls = [
      () => client.createMobilePayment(prepared),
      () => client.readMobilePayment('asked-for'),
      () => client.createCardPayment(prepared),
      () => client.readCardPayment('asked-for'),
    ]
    for (const call of calls) {
      expect(await call()).toMatchObject({
        class: 'ok',
        value: { facts: { references: ['asked-for'] } },
      })
      await untilIdle()
    }
    expect(connections()).toBe(4)
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
