import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createWithEngine } from '../../../../../electron/main/connections/with-engine'
import { customersHandlers } from '../../../../../electron/main/ipc/handlers/people'
import type { PaymentEngine } from '../../../../../electron/main/payments/engine'
import { systemRandom } from '../../../../../electron/main/platform/random'
import { noDetails } from '../../../../support/conformance/contract'
import { morning } from '../../../../support/payments/clock'
import { ledgerIn } from '../../../../support/payments/ledger'
import { recorded } from '../../../../support/payments/sales'
import { succeeded } from '../../../../support/results'
import { settingsIn } from '../../../../support/store'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

function open() {
  const folder = newFolder()
  const settings = settingsIn(folder)
  const { ledger } = ledgerIn(folder)
  const shown: { open: boolean } = { open: true }
  const sell = createWithEngine({
    engine: () => (shown.open ? ({ ledger } as PaymentEngine) : null),
    stage: () => ({ name: shown.open ? 'selling' : 'locked' }),
    workFailed: (_engine, error) => {
      throw error
    },
  })
  let moment = morning
  const auditLog = (msisdn: string) => {
    moment += 10
    const event = recorded({ at: moment, draftId: randomUUID(), msisdn })
    return ledger.record(systemRandom.saleId(moment), event, { body: '{}' })
  }
  return { customers: customersHandlers(sell, settings), settings, auditLog, shown }
}

describe('the customer book for a window', () => {
  it('is found by a number in any form, and by less than three digits not at all', async () => {
    const { customers, auditLog } = open()
    auditLog('255754001212')
    for (const typed of ['075', '0754 001 212', '+255754', '255754', '754001'])
      expect(await customers.find({ typed }), typed).toMatchObject({
        value: [{ msisdn: '255754001212' }],
      })
    expect(await customers.find({ typed: '07' })).toEqual({ ok: true, value: [] })
  })

  it('shows few suggestions, and lists in pages that neither repeat nor skip', async () => {
    const { customers, auditLog } = open()
    const numbers = Array.from({ length: 60 }, (_, index) => String(255_754_000_000 + index))
    for (const msisdn of numbers) auditLog(msisdn)
    const found = await customers.find({ typed: '0754' })
    expect(found.ok && found.value).toHaveLength(5)
    const first = succeeded(await customers.list({ text: '', before: null }))
    expect(first.more).toBe(true)
    const { msisdn = '', lastSaleAt = 0 } = first.customers.at(-1) ?? {}
    const second = succeeded(await customers.list({ text: '', before: { msisdn, lastSaleAt } }))
    expect(second.more).toBe(false)
    const all = [...first.customers, ...second.customers]
    expect(all.map(customer => customer.msisdn)).toEqual(numbers.toReversed())
  })

  it('never shows the shop’s default as anybody’s own, also where it was learnt before', async () => {
    const { customers, auditLog, settings } = open()
    const { msisdn } = auditLog('255754001212')
    settings.update(all => ({
      ...all,
      shop: {
        ...all.shop,
        customer: { ...all.shop.customer, firstName: 'asha', lastName: 'Mushi' },
      },
    }))
    const one = { value: { details: noDetails } }
    expect(await customers.one({ msisdn })).toMatchObject(one)
    expect(await customers.find({ typed: msisdn })).toMatchObject({ value: [one.value] })
    expect(await customers.list({ text: '', before: null })).toMatchObject({
      value: { customers: [one.value] },
    })
  })

  it('changes and forgets, and says so where there is no such customer', async () => {
    const { customers, auditLog } = open()
    const { msisdn } = auditLog('255754001212')
    const details = { ...noDetails, firstName: 'Juma' }
    expect(await customers.change({ msisdn, details })).toMatchObject({ value: { details } })
    expect(await customers.forget({ msisdn })).toEqual({ ok: true, value: null })
    expect(await customers.one({ msisdn })).toEqual({ ok: true, value: null })
    for (const answer of [
      await customers.forget({ msisdn }),
      await customers.change({ msisdn, details }),
    ])
      expect(answer).toMatchObject({ ok: false, code: 'no-such-customer' })
  })

  it('is not there while the till does not sell', async () => {
    const { customers, shown } = open()
    shown.open = false
    const answers = [
      await customers.find({ typed: '0754' }),
      await customers.one({ msisdn: '255754001212' }),
      await customers.list({ text: '', before: null }),
      await customers.forget({ msisdn: '255754001212' }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ code: 'not-selling' })
  })
})
