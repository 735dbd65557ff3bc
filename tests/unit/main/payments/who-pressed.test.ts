import { expect, it } from 'vitest'
import type { Person } from '../../../../shared/person'
import { accepted, read, unreachable } from '../../../support/payments/answers'
import { openEngine } from '../../../support/payments/engine'
import { mobileDraft } from '../../../support/payments/sales'

const asha: Person = { id: '0192f000-0000-4000-8000-00000000000a', name: 'Asha' }
const juma: Person = { id: '0192f000-0000-4000-8000-00000000000b', name: 'Juma' }

/** A till with Juma at it, and a request that is paid unless `sent` says how it failed. */
async function till(sent: 'no' | 'maybe' | 'paid', by?: Person | null) {
  const { ledger, client, clock, engine } = openEngine({ person: () => juma })
  client.otherwise.create = sent === 'paid' ? accepted() : unreachable(sent)
  client.otherwise.read = read('completed')
  const asked = engine.request(mobileDraft(), by)
  if (!asked.ok) throw new Error(asked.code)
  await clock.pass(61_000)
  const saleId = asked.value.id
  const personOf = (type: string) => {
    const event = ledger.history(saleId).findLast(each => each.type === type)
    return event && 'person' in event ? event.person : undefined
  }
  return { engine, saleId, personOf }
}

it('a request is of the person given with it, no person included, and else of who is signed in', async () => {
  for (const [by, named] of [
    [asha, asha],
    [null, null],
    [undefined, juma],
  ] as const)
    expect((await till('paid', by)).personOf('recorded')).toEqual(named)
})

it('so is a hand-over, and sending or trying again', async () => {
  const paid = await till('paid')
  paid.engine.handOver(paid.saleId, asha)
  expect(paid.personOf('goods-handed-over')).toEqual(asha)
  const held = await till('no')
  held.engine.sendNow(held.saleId, asha)
  expect(held.personOf('released')).toEqual(asha)
  const unknown = await till('maybe')
  unknown.engine.tryAgain(unknown.saleId, 'cashier', asha)
  expect(unknown.personOf('released')).toEqual(asha)
})
