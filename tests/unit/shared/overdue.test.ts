import { describe, expect, it } from 'vitest'
import { agesAt } from '../../../shared/payment/freshness'
import { isOverdue, longestLife } from '../../../shared/payment/overdue'
import { phaseSchema } from '../../../shared/payment/sale'
import { saleIn } from '../../support/payments-sales'

const hour = 3_600_000
const pending = saleIn('pending')
const expiresAt = pending.expiresAt ?? Number.NaN
const overdue = (serviceNow: number | null, account: string, sale = pending, age = 0) =>
  isOverdue(sale, agesAt(sale, sale.recordedAt + age), { serviceNow, account })

describe('a pending sale that nobody says the end of (money rule 8)', () => {
  it('is overdue an hour after its time, by the service’s clock', () => {
    expect(overdue(expiresAt + hour - 1, 'practice')).toBe(false)
    expect(overdue(expiresAt + hour, 'practice')).toBe(true)
  })

  it('is overdue as soon as its time is up, where only another account can tell', () => {
    expect(overdue(expiresAt - 1, 'another')).toBe(false)
    expect(overdue(expiresAt, 'another')).toBe(true)
  })

  it('is overdue after a day, whatever year the service named', () => {
    const wrongYear = { ...pending, expiresAt: Date.UTC(2226, 0) }
    for (const account of ['practice', 'another']) {
      expect(overdue(expiresAt, account, wrongYear, longestLife - 1)).toBe(false)
      expect(overdue(expiresAt, account, wrongYear, longestLife)).toBe(true)
    }
  })

  it('is not overdue while the service has not said its time, but after a day', () => {
    for (const account of ['practice', 'another']) {
      expect(overdue(null, account, pending, longestLife - 1)).toBe(false)
      expect(overdue(null, account, pending, longestLife)).toBe(true)
    }
  })

  it('is the only one that can be', () => {
    for (const phase of phaseSchema.options.filter(each => each !== 'pending'))
      expect(overdue(expiresAt + longestLife, 'another', saleIn(phase), longestLife)).toBe(false)
  })
})
