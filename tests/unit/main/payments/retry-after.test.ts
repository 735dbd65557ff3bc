import { describe, expect, it } from 'vitest'
import { accepted, read, unintelligible } from '../../../support/payments/answers'
import { openEngine } from '../../../support/payments/engine'
import { mobileDraft } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'

const minute = 60_000
const limits = { retryAfter: 30_000, limit: null, remaining: null, resetIn: null }

describe('Retry-After on a create (§7)', () => {
  it('binds the reads of the payment that was accepted, and no other press', async () => {
    const { engine, client, clock } = openEngine()
    client.creates = [{ ...accepted(), limits } as ReturnType<typeof accepted>]
    client.otherwise.read = read('pending')
    client.otherwise.create = accepted({ reference: 'R-2' })
    succeeded(engine.presses.request(mobileDraft({ phone: '0754001212' })))
    await clock.pass(1_000)
    const other = succeeded(engine.presses.request(mobileDraft({ phone: '0754001213' })))
    expect(other.phase).toBe('sending')
    const reads = () => client.calls.filter(({ text }) => text === 'R-1').length
    await clock.pass(28_000)
    expect(reads()).toBe(0)
    await clock.pass(2_000)
    expect(reads()).toBe(1)
  })

  it('binds the repeats of the payment that was not, also where a person asks', async () => {
    const { engine, client, clock } = openEngine()
    const busy = { ...unintelligible('server-error'), httpStatus: 503, limits }
    client.creates = [busy as ReturnType<typeof unintelligible>]
    client.otherwise.create = accepted()
    client.otherwise.read = read('pending')
    const { id } = succeeded(engine.presses.request(mobileDraft()))
    await clock.pass(2_000)
    succeeded(engine.presses.tryAgain(id, 'cashier'))
    await clock.pass(27_000)
    expect(client.calls).toHaveLength(1)
    await clock.pass(minute)
    expect(client.calls.length).toBeGreaterThan(1)
  })
})

it('Retry-After on a read binds the next read of that payment (§7)', async () => {
  const { engine, client, clock } = openEngine()
  client.otherwise.create = accepted()
  const busy = { ...unintelligible('server-error'), httpStatus: 503, limits }
  client.reads = [busy as ReturnType<typeof unintelligible>]
  client.otherwise.read = read('pending')
  succeeded(engine.presses.request(mobileDraft()))
  const reads = () => client.calls.filter(({ text }) => text === 'R-1').length
  await clock.pass(30_000)
  expect(reads()).toBe(1)
  await clock.pass(minute)
  expect(reads()).toBeGreaterThan(1)
})
