import type { ReceiptSale } from './receipt-view'

/** A sale that nobody made, for the preview and the test print. */
export function sampleSale(currency: string, now: number): ReceiptSale {
  return {
    id: '00000000-0000-7000-8000-000000000000',
    amount: { currency, value: 123_456 },
    channel: 'mobile',
    msisdn: '255700000123',
    note: '',
    person: null,
    reference: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
    rawStatus: 'completed',
    settledAt: now,
    refund: null,
  }
}
