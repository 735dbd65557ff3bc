import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../../electron/main/platform/clock'
import { createLateClient } from '../../../../electron/main/service'
import { created, startHttpService } from '../../../support/service/loopback-service'
import { apiKey, apiSecret, pause, prepared, secret, told } from '../../../support/service/till-end'

describe('a client that the first call loads', () => {
  const closed = { sent: 'no', reason: 'aborted' }
  const clientAt = (address: string) =>
    createLateClient({
      address,
      pathPrefix: 'service',
      keys: () => ({ apiKey: secret(apiKey), apiSecret: secret(apiSecret) }),
      clock: systemClock,
    })
  const till = async () => {
    const service = await startHttpService(created)
    return { service, client: clientAt(service.address) }
  }

  it('carries that call, and opens no connection before', async () => {
    const { service, client } = await till()
    await pause(50)
    expect(service.connections()).toBe(0)
    expect(told(await client.createMobilePayment(prepared))).toBe('ok')
    expect(service.seen).toHaveLength(1)
    await client.close()
  })

  it('carries each of the four', async () => {
    const { service, client } = await till()
    await client.createMobilePayment(prepared)
    await client.readMobilePayment('r')
    await client.createCardPayment(prepared)
    await client.readCardPayment('r')
    expect(service.seen.map(({ path }) => path.replace('/service/merchant/', ''))).toEqual([
      ...['payments/create', 'payments/status', 'card/pay', 'card/status'],
    ])
    await client.close()
  })

  it('sends nothing where the till closes while it is loaded, and that is known', async () => {
    const { service, client } = await till()
    const call = client.createMobilePayment(prepared)
    await client.close()
    expect(told(await call)).toEqual(closed)
    await pause(50)
    expect(service.seen).toEqual([])
  })

  it('sends nothing once closed', async () => {
    const { service, client } = await till()
    await client.close()
    expect(told(await client.createMobilePayment(prepared))).toEqual(closed)
    expect(service.connections()).toBe(0)
  })

  it('that cannot be made sends nothing, and that is known', async () => {
    const client = clientAt('not an address')
    expect(told(await client.createMobilePayment(prepared))).toMatchObject({ sent: 'no' })
    await client.close()
  })
})
