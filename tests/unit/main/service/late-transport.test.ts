import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../../electron/main/platform/clock'
import { defaultTimeouts } from '../../../../electron/main/service/exchange'
import { createLateTransport } from '../../../../electron/main/service/late-transport'
import { json, startHttpService } from '../../../support/service/loopback-service'
import { pause } from '../../../support/service/till-end'

const post = { path: '/', headers: {}, body: '{}' }

async function till() {
  const service = await startHttpService(json(200, {}))
  const { origin } = new URL(service.address)
  const transport = createLateTransport({ origin, timeouts: defaultTimeouts, clock: systemClock })
  return { service, transport }
}

describe('an HTTP client that the first call loads', () => {
  it('carries that call, and opens no connection before', async () => {
    const { service, transport } = await till()
    await pause(50)
    expect(service.connections()).toBe(0)
    expect(await transport.post(post)).toMatchObject({ kind: 'response', status: 200 })
    expect(service.seen).toHaveLength(1)
    await transport.close()
  })

  it('sends nothing where the till closes while it is loaded, and that is known', async () => {
    const { service, transport } = await till()
    const call = transport.post(post)
    await transport.close()
    expect(await call).toEqual({ kind: 'failure', sent: 'no', code: 'CLIENT_CLOSED' })
    await pause(50)
    expect(service.seen).toEqual([])
  })

  it('sends nothing once closed', async () => {
    const { service, transport } = await till()
    await transport.close()
    expect(await transport.post(post)).toEqual({
      kind: 'failure',
      sent: 'no',
      code: 'CLIENT_CLOSED',
    })
    expect(service.connections()).toBe(0)
  })

  it('that cannot be made sends nothing, and that is known', async () => {
    const transport = createLateTransport({
      origin: 'not an address',
      timeouts: defaultTimeouts,
      clock: systemClock,
    })
    expect(await transport.post(post)).toMatchObject({ kind: 'failure', sent: 'no' })
    await transport.close()
  })
})
