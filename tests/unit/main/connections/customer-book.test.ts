import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CustomerBook } from '../../../../electron/main/connections/customer-book'
import { systemRandom } from '../../../../electron/main/platform/random'
import type { SalesEngine } from '../../../../electron/main/sales/sales-engine'
import { noDetails } from '../../../support/conformance/contract'
import { morning } from '../../../support/payments/clock'
import { ledgerIn } from '../../../support/payments/ledger'
import { recorded } from '../../../support/payments/payments'
import { sellingWith, succeeded } from '../../../support/results'
import { settingsIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()

function open() {
  const folder = newFolder()
  const settings = settingsIn(folder)
  const { ledger } = ledgerIn(folder)
  let moment = morning
  const auditLog = (msisdn: string) => {
    moment += 10
    const event = recorded({ at: moment, draftId: randomUUID(), msisdn })
    return ledger.record(systemRandom.paymentId(moment), event, { body: '{}' })
  }
  const customers = new CustomerBook({
    withEngine: sellingWith({ ledger } as SalesEngine),
    settings,
  })
  return { customers, settings, auditLog }
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
    const { msisdn = '', lastPaymentAt = 0 } = first.customers.at(-1) ?? {}
    const second = succeeded(await customers.list({ text: '', before: { msisdn, lastPaymentAt } }))
    expect(second.more).toBe(false)
    const all = [...first.customers, ...second.customers]
    expect(all.map(customer => customer.msisdn)).toEqual(numbers.toReversed())
  })

  it('never shows the shop’s default as anybody’s own, also where it was learnt before', async () => {
    const { customers, auditLog, settings } = open()
    const { msisdn } = auditLog('255754001212')
    const customer = { ...settings.get().shop.customer, firstName: 'asha', lastName: 'Mushi' }
    settings.update(all => ({ ...all, shop: { ...all.shop, customer } }))
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
    const missing = { ok: false, code: 'no-such-customer' }
    expect(await customers.forget({ msisdn })).toMatchObject(missing)
    expect(await customers.change({ msisdn, details })).toMatchObject(missing)
  })
})
