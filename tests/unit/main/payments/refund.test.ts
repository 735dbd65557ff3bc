import { describe, expect, it } from 'vitest'
import type { Sale } from '../../../../shared/payment/sale'
import { foundIds } from '../../../support/found-sales'
import { accepted, read } from '../../../support/payments/answers'
import { openEngine } from '../../../support/payments/engine'
import { mobileDraft } from '../../../support/payments/sales'
import { succeeded } from '../../../support/succeeded'

const neema = { id: '0192f000-0000-4000-8000-00000000000a', name: 'Neema' }

/** A till with one sale that the service answers with this status. */
async function sold(status: string) {
  const { ledger, client, clock, engine } = openEngine({ person: () => neema })
  client.otherwise.create = accepted()
  client.otherwise.read = read(status)
  const asked = succeeded(engine.request(mobileDraft()))
  await clock.pass(5_000)
  const { id } = asked
  const sale = () => ledger.find(id) as Sale
  return { ledger, client, clock, engine, id, sale }
}

describe('recording a refund', () => {
  it('writes who, when, how and why; PAID stays, and the service is not called', async () => {
    const { engine, client, clock, id, sale, ledger } = await sold('completed')
    const before = sale()
    const calls = client.calls.length
    await clock.pass(60_000)
    const at = clock.wall()
    const done = engine.recordRefund(id, 'dashboard', 'brought back')
    const refund = { at, how: 'dashboard', reason: 'brought back', person: neema }
    expect(done).toEqual({ ok: true, value: { ...before, refund } })
    expect(sale()).toEqual({ ...before, refund })
    expect(ledger.history(id).at(-1)).toEqual({ type: 'refunded', ...refund })
    await clock.pass(60_000)
    expect(client.calls).toHaveLength(calls)
  })

  it('is done once: a second press learns by whom, when and how', async () => {
    const { engine, clock, id, sale, ledger } = await sold('completed')
    engine.recordRefund(id, 'cash', 'brought back')
    const after = sale()
    await clock.pass(60_000)
    expect(engine.recordRefund(id, 'dashboard', 'pressed again')).toMatchObject({
      ok: false,
      code: 'already-refunded',
      refunded: { at: after.refund?.at, by: 'Neema', how: 'cash' },
    })
    expect(sale()).toEqual(after)
    expect(ledger.history(id).filter(({ type }) => type === 'refunded')).toHaveLength(1)
  })

  it('ends the handing over of goods (money rule 11)', async () => {
    const { engine, id, sale } = await sold('completed')
    engine.recordRefund(id, 'cash', 'brought back')
    expect(engine.handOver(id)).toMatchObject({ ok: false, code: 'already-refunded' })
    expect(sale().handedOverAt).toBeNull()
  })

  it('leaves what was handed over as it was', async () => {
    const { engine, id, sale } = await sold('completed')
    engine.handOver(id)
    const { handedOverAt } = sale()
    expect(engine.recordRefund(id, 'cash', 'brought back').ok).toBe(true)
    expect(sale()).toMatchObject({ handedOverAt, handedOverBy: neema })
    expect(engine.handOver(id)).toMatchObject({ code: 'already-handed-over' })
  })

  it.each(['pending', 'failed', 'processed_ok'])(
    'is refused while the service says %s',
    async status => {
      const { engine, id, sale } = await sold(status)
      const before = sale()
      expect(engine.recordRefund(id, 'cash', 'brought back')).toMatchObject({
        ok: false,
        code: 'action-not-possible',
      })
      expect(sale()).toEqual(before)
    },
  )

  it('says so where there is no such sale', async () => {
    const { engine } = await sold('completed')
    const other = '0192f000-0000-7000-8000-0000000000ff'
    expect(engine.recordRefund(other, 'cash', 'brought back')).toMatchObject({
      code: 'no-such-sale',
    })
  })

  it('is found by the state Refunded, and the sale still by the state Paid', async () => {
    const { engine, ledger, id } = await sold('completed')
    expect(foundIds(ledger, { states: ['refunded'] })).toEqual([])
    engine.recordRefund(id, 'cash', 'brought back')
    expect(foundIds(ledger, { states: ['refunded'] })).toEqual([id])
    expect(foundIds(ledger, { states: ['paid'] })).toEqual([id])
  })
})
