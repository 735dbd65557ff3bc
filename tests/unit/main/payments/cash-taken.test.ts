import { expect, it } from 'vitest'
import { needsResolving } from '../../../../shared/payment/actions'
import type { Sale } from '../../../../shared/payment/sale'
import { accepted, read } from '../../../support/payments/answers'
import { createScriptedClient } from '../../../support/payments/client'
import { createVirtualClock } from '../../../support/payments/clock'
import { engineOn } from '../../../support/payments/engine'
import { ledgerIn } from '../../../support/payments/ledger'
import { mobileDraft } from '../../../support/payments/sales'
import { succeeded } from '../../../support/succeeded'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const asha = { id: '0192f000-0000-7000-8000-00000000000a', name: 'Asha' }

async function openPending() {
  const { ledger } = ledgerIn(newFolder())
  const client = createScriptedClient()
  const clock = createVirtualClock()
  client.date = clock.wall
  const parts = { ledger, client, clock, person: () => asha }
  const { engine } = engineOn(parts)
  client.creates = [accepted({ expiresAt: clock.wall() + 100_000 })]
  client.otherwise.read = read('pending')
  const sold = succeeded(engine.request(mobileDraft()))
  await clock.pass(5_000)
  const { id } = sold
  const sale = () => ledger.find(id) as Sale
  expect(sale().phase).toBe('pending')
  return { ...parts, engine, id, sale }
}

it('cash for a pending sale is on record with who took it, and its push is watched on', async () => {
  const { engine, client, clock, id, sale } = await openPending()
  expect(engine.takeCash(id, 'two notes')).toMatchObject({ ok: true })
  expect(sale().resolution).toMatchObject({
    reason: 'two notes',
    how: 'paid-in-cash',
    person: asha,
  })
  client.otherwise.read = read('paid')
  await clock.pass(20_000)
  expect(sale()).toMatchObject({ outcome: 'paid', paidTwice: 'cash' })
  expect(needsResolving(sale())).toBe(true)
})

it('cash needs no note, and is taken once', async () => {
  const { engine, id, sale } = await openPending()
  expect(engine.takeCash(id, '').ok).toBe(true)
  expect(engine.takeCash(id, '')).toMatchObject({ ok: false, code: 'action-not-possible' })
  expect(sale().resolution?.reason).toBe('')
})

it('a number whose push may still ring stays held, cash or not (money rule 10)', async () => {
  const { engine, id } = await openPending()
  engine.takeCash(id, '')
  expect(engine.request(mobileDraft())).toMatchObject({ ok: false, code: 'phone-number-busy' })
})

it.each(['check all', 'the next start'])(
  'cash for an expired sale: %s finds that it was paid too',
  async when => {
    const { engine, client, clock, id, sale, ledger } = await openPending()
    await clock.pass(200_000)
    expect(sale().phase).toBe('expired')
    expect(engine.takeCash(id, '').ok).toBe(true)
    client.otherwise.read = read('paid')
    if (when === 'check all') engine.checkAll()
    else {
      await engine.stop()
      const again = createScriptedClient()
      again.otherwise.read = read('paid')
      engineOn({ ledger, client: again, clock }).engine.start()
    }
    await clock.pass(5_000)
    expect(sale()).toMatchObject({ outcome: 'paid', paidTwice: 'cash' })
  },
)
