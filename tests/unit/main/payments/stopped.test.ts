import { describe, expect, it } from 'vitest'
import { accepted, read } from '../../../support/payments/answers'
import { engineOn, openEngine } from '../../../support/payments/engine'
import { mobileDraft, recorded, samples } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'

const minute = 60_000
const day = 1_440 * minute
const paymentId = '019b8d62-0000-7000-8000-000000000001'

/** A till that goes on from a copy in which a payment had not been sent. */
function openRestored(account: string | null = 'practice') {
  const opened = openEngine()
  const { ledger, client, clock, engine } = opened
  client.date = clock.wall
  ledger.record(paymentId, recorded({ at: clock.wall() }), { body: '{}' })
  ledger.append(paymentId, { ...samples.restored, at: clock.wall(), account })
  engine.start()
  return opened
}

const onPhone = () => mobileDraft({ phone: '+255754001212' })

describe('a payment that a person stopped (money rule 10)', () => {
  it('was not sent in the copy that goes on: its phone is free a quarter of an hour later', async () => {
    const { engine, clock } = openRestored()
    succeeded(engine.actions.abandon(paymentId))
    expect(engine.presses.request(onPhone())).toMatchObject({ code: 'phone-number-busy' })
    await clock.pass(15 * minute)
    expect(engine.presses.request(onPhone()).ok).toBe(true)
  })

  it.each(['stopped', 'stopped and resolved'])(
    'and the till was started again weeks later: its phone is free once the service says its time: %s',
    async how => {
      const { engine, ledger, client, clock } = openRestored()
      client.otherwise.create = accepted({ reference: 'R-1' })
      client.otherwise.read = read('paid', { reference: 'R-1' })
      // The service says its time in an answer.
      succeeded(engine.presses.request(mobileDraft({ phone: '+255754001299' })))
      await clock.pass(5_000)
      succeeded(engine.actions.abandon(paymentId))
      if (how !== 'stopped') succeeded(engine.sales.resolve(paymentId, 'not listed', 'not-paid'))
      await engine.stop()
      await clock.pass(30 * day)
      const { engine: later } = engineOn({ ledger, client, clock })
      later.start()
      client.creates = [accepted({ reference: 'R-2' })]
      client.otherwise.read = read('paid', { reference: 'R-2' })
      expect(later.presses.request(onPhone())).toMatchObject({ code: 'phone-number-busy' })
      succeeded(later.presses.request(mobileDraft({ phone: '+255754001298' })))
      await clock.pass(5_000)
      expect(later.presses.request(onPhone()).ok).toBe(true)
    },
  )
})

describe('a payment that the copy had not sent, and the original may have', () => {
  it.each(['another', null])(
    'is tried with the keys of the copy’s account alone: %s',
    async account => {
      const { engine, client, clock } = openRestored(account)
      expect(engine.presses.tryAgain(paymentId, 'manager')).toMatchObject({ code: 'other-account' })
      await clock.pass(minute)
      expect(client.calls).toEqual([])
    },
  )
})
