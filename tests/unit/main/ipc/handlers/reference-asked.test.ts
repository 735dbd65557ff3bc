import { describe, expect, it } from 'vitest'
import { referenceAsked } from '../../../../../electron/main/ipc/handlers/sales'
import { auditEntrySchema } from '../../../../../shared/audit-entry'
import { failure } from '../../../../../shared/ipc/result'
import type { ServicePayment } from '../../../../../shared/payment/service-payment'
import { saleAfter } from '../../../renderer/a-sale'

const payment: ServicePayment = {
  reference: 'REF-1',
  status: 'COMPLETED',
  meaning: 'paid',
  value: 15_000,
  currency: 'TZS',
  providerStatus: 'APPROVED',
  createdAt: 1,
  updatedAt: 2,
  readAt: 3,
}

describe('a question about a reference, in the audit log', () => {
  it('names a reference that the service knows, and what it said', () => {
    expect(referenceAsked('REF-1', { ok: true, value: { kind: 'other', payment } })).toEqual({
      reference: 'REF-1',
      result: 'paid',
      status: 'COMPLETED',
    })
  })

  it.each(['reference-unknown', 'no-network', 'keys-rejected', 'lookup-failed'] as const)(
    'keeps no text that the service did not take for a reference: %s',
    code => {
      expect(referenceAsked('255754001212', failure(code, 'for 255754001212'))).toEqual({
        result: code,
      })
    },
  )

  it('is no question where the till knows the sale, or does not sell', () => {
    expect(
      referenceAsked('R-1', { ok: true, value: { kind: 'own', sale: saleAfter() } }),
    ).toBeNull()
    expect(referenceAsked('R-1', failure('not-selling', ''))).toBeNull()
  })

  it('fits in the audit log, however long the reference and the word are', () => {
    const long = { ...payment, reference: 'R'.repeat(512), status: 's'.repeat(200) }
    const detail = referenceAsked(long.reference, {
      ok: true,
      value: { kind: 'other', payment: long },
    })
    const action = { at: 1, person: null, action: 'reference-asked', detail }
    expect(auditEntrySchema.safeParse(action).success).toBe(true)
  })
})
