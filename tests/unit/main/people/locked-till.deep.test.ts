import { describe, expect, it } from 'vitest'
import type { TillState } from '../../../../shared/ipc/till-state'
import { mobileDraft } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'
import { keychainOf } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'
import { startWindowless } from '../../../support/test-till'

const newFolder = temporaryFolders()
const approves = '255700000001'

/** A whole till in practice mode, without its windows, and what it told them. */
async function open() {
  const told: { name: string; value: unknown }[] = []
  const push = (name: string, value: unknown) => told.push({ name, value })
  const till = await startWindowless(newFolder(), keychainOf(), { push })
  await till.handlers.connection.choose({ kind: 'practice' })
  return { till, told }
}

describe('a locked till', () => {
  it('tells of no payment and no customer, and the payment goes on to its end', async () => {
    const { till, told } = await open()
    try {
      await till.handlers.staff.add({ name: 'Neema', role: 'owner', pin: '246810' })
      const names = { firstName: 'Planted', lastName: 'Customer' }
      const customer = { ...mobileDraft().customer, ...names }
      const draft = mobileDraft({ phone: approves, customer })
      const payment = succeeded(await till.handlers.payments.request(draft))
      expect(told.some(({ name }) => name === 'paymentChanged')).toBe(true)
      const seen = ({ name, value }: (typeof told)[number]) =>
        name === 'tillChanged' && payment.id in (value as TillState).seen.each
      await expect.poll(() => told.some(seen), { timeout: 20_000, interval: 20 }).toBe(true)
      told.splice(0)
      till.lock('pressed')
      expect(till.state().seen).toEqual({ each: {}, others: 0 })
      expect(till.state().staff).toMatchObject({ state: 'signed-out', watched: 1 })
      const view = () => told.at(-1)?.value as TillState
      await expect
        .poll(() => view()?.staff, { timeout: 20_000, interval: 100 })
        .toMatchObject({ state: 'signed-out', watched: 0 })
      expect(told.filter(({ name }) => name === 'paymentChanged')).toEqual([])
      const { practice: _listed, ...rest } = view()
      expect(JSON.stringify(rest)).not.toMatch(/Planted|Customer|255700000001/)
      const { staff } = view()
      const id = 'people' in staff ? staff.people[0]?.id : undefined
      await till.handlers.staff.signIn({ id: id ?? '', pin: '246810' })
      const after = await till.handlers.payments.history({ paymentId: payment.id })
      expect(after).toMatchObject({ ok: true, value: { payment: { outcome: 'paid' } } })
      expect(after.ok && after.value.payment.person?.name).toBe('Neema')
    } finally {
      await till.stop()
    }
  }, 40_000)
})
