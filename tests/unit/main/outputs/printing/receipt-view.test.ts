import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { samplePayment } from '../../../../../electron/main/outputs/printing/receipt-maker'
import {
  type ReceiptFacts,
  receiptView,
  slipWords,
} from '../../../../../electron/main/outputs/printing/receipt-view'
import { connectionKindSchema } from '../../../../../shared/connection'
import { defaultReceiptSettings, paperSchema } from '../../../../../shared/settings/receipts'
import { morning } from '../../../../support/payments/clock'
import { paymentIn } from '../../../../support/payments/payments'
import { paidSale, receiptFacts } from '../../../../support/printing'

const paid = { ...paymentIn('settled'), note: 'two shirts' }

const factsOf = (changes: Partial<ReceiptFacts> = {}) => receiptFacts({ payment: paid, ...changes })

const anyFacts: fc.Arbitrary<ReceiptFacts> = fc.record({
  payment: fc
    .record({
      msisdn: fc.stringMatching(/^[1-9]\d{8,14}$/),
      note: fc.string({ maxLength: 200 }),
      idempotencyKey: fc.uuid(),
      rawStatus: fc.option(fc.string()),
      channel: fc.constantFrom('mobile', 'card'),
    })
    .map(changes => ({ ...paid, ...changes })),
  sale: fc
    .record({
      state: fc.constantFrom('paid', 'lacks', 'refunded', 'void'),
      missing: fc.nat(),
      changed: fc.boolean(),
    })
    .map(paidSale),
  kind: fc.constantFrom(...connectionKindSchema.options),
  copy: fc.option(fc.integer({ min: 1, max: 99 })),
  at: fc.integer({ min: 0, max: 4e12 }),
  shop: fc.record({ name: fc.string(), till: fc.string() }),
  settings: fc.record({
    ...Object.fromEntries(
      Object.entries(defaultReceiptSettings).map(([name, value]) => [name, fc.constant(value)]),
    ),
    paper: fc.constantFrom(...paperSchema.options),
    showPhone: fc.boolean(),
  }) as fc.Arbitrary<ReceiptFacts['settings']>,
  language: fc.constantFrom('en', 'sw'),
  words: fc.constantFrom(slipWords.en, slipWords.sw),
})

describe('a receipt', () => {
  it('lists what was sold, and what was typed with it', () => {
    const lines = [
      { name: 'Soda', quantity: 2, price: 1_500 },
      { name: '', quantity: 1, price: 12_000 },
    ]
    expect(receiptView(factsOf({ payment: { ...paid, lines } })).lines).toEqual([
      { name: '2 × Soda 1,500', value: '3,000' },
      { name: 'Other', value: '12,000' },
    ])
  })

  it('tells the payment in the order in which people look for it', () => {
    const person = { id: '018f3b1e-0000-7000-8000-00000000000a', name: 'Asha Mushi' }
    const view = receiptView(factsOf({ payment: { ...paid, person } }))
    expect(view).toMatchObject({
      marks: [],
      copy: null,
      shop: 'Duka la Asha',
      title: 'Payment receipt',
      amount: 'TZS 15,000',
      state: 'PAID',
      notFiscal: 'This is not a fiscal receipt.',
    })
    expect(view.facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      expect.stringMatching(/^Date: 05\/01\/2026 \d\d:00$/),
      'Paid by: Mobile money',
      'Phone: ••• 212',
      'Reference: R-1',
      'Till: Till 1',
      'Cashier: Asha Mushi',
      'Note: two shirts',
    ])
  })

  it('names the tax in the sum where the owner set a rate, and only for what is paid', () => {
    const settings = { ...defaultReceiptSettings, taxRate: 18 }
    const taxOf = (sale = paidSale()) =>
      receiptView(factsOf({ settings, sale })).facts.find(({ name }) => name.startsWith('Tax'))
    // 15,000 is 12,711.86 and 18 % of that.
    expect(taxOf()).toEqual({ name: 'Tax included, 18%', value: '2,288' })
    expect(taxOf(paidSale({ state: 'lacks', missing: 5_000 }))).toBeUndefined()
    expect(taxOf(paidSale({ state: 'refunded' }))).toBeUndefined()
  })

  it('is in the language that is asked for', () => {
    const view = receiptView(factsOf({ language: 'sw', words: slipWords.sw, copy: 2 }))
    expect(view).toMatchObject({ language: 'sw', state: 'YAMELIPWA' })
    expect(view.copy).toMatch(/^NAKALA 2 · 05\/01\/2026/)
  })

  it('leaves out what is not known or not to be shown', () => {
    const payment = { ...paid, note: '', rawStatus: null }
    const sale = paidSale({ references: [] })
    const settings = { ...defaultReceiptSettings, showPhone: false }
    const view = receiptView(factsOf({ payment, sale, settings, shop: { name: '', till: '' } }))
    expect(view.facts.map(({ name }) => name)).toEqual(['Date', 'Paid by'])
    expect(view.shop).toBe('')
  })

  it('is marked as a copy from the second one on', () => {
    expect(receiptView(factsOf({ copy: 1 })).copy).toBeNull()
    expect(receiptView(factsOf({ copy: 2 })).copy).toMatch(/^COPY 2 · 05\/01\/2026 \d\d:00$/)
  })

  it('says how and when the money went back, under PAID, and as of when that is', () => {
    const at = new Date(2026, 0, 6, 9, 30).getTime()
    const back = { way: 'cash', value: 2_500, at } as const
    const sale = paidSale({ changed: true, givenBack: [back] })
    const plain = receiptView(factsOf({ copy: 2 }))
    expect(plain.givenBack).toEqual([])
    const view = receiptView(factsOf({ sale, copy: 2 }))
    const copy = expect.stringMatching(/^COPY 2 · AS OF 05\/01\/2026 \d\d:00$/)
    const givenBack = ['REFUNDED 2,500 IN CASH: 06/01/2026 09:30']
    expect(view).toEqual({ ...plain, copy, givenBack })
    const inSwahili = { language: 'sw', words: slipWords.sw } as const
    const service = paidSale({ givenBack: [{ ...back, way: 'service' }] })
    const other = receiptView(factsOf({ ...inSwahili, sale: service, copy: 2 }))
    expect(other.givenBack).toEqual(['PESA IMERUDISHWA 2,500 KUPITIA HUDUMA: 06/01/2026 09:30'])
  })

  it('of money that was all given back has no word larger than that', () => {
    const givenBack = [{ way: 'cash', value: 15_000, at: morning } as const]
    const sale = paidSale({ state: 'refunded', changed: true, givenBack, number: 7 })
    const view = receiptView(factsOf({ sale, copy: 2 }))
    expect(view).toMatchObject({ amount: '', state: 'REFUNDED' })
    expect(view.givenBack).toEqual([expect.stringMatching(/^15,000 IN CASH: /)])
    expect(view.facts).toEqual(
      expect.arrayContaining([
        { name: 'Receipt no.', value: '7' },
        { name: 'Whole sum', value: '15,000' },
      ]),
    )
    expect(JSON.stringify(view)).not.toContain('PAID')
  })

  it('of a sale that lacks money is no receipt, and names what is missing', () => {
    const paidBy = [{ by: 'cash', value: 4_500 } as const]
    const sale = paidSale({ state: 'lacks', missing: 10_500, paidBy, inCash: true })
    const view = receiptView(factsOf({ sale, copy: 0 }))
    expect(view).toMatchObject({
      title: 'Part payment',
      amount: 'TZS 10,500',
      state: 'STILL TO PAY',
    })
    const told = view.facts.map(({ name, value }) => `${name}: ${value}`)
    expect(told).toEqual(expect.arrayContaining(['Whole sum: 15,000', 'Cash: 4,500']))
    expect(told.join()).not.toContain('Receipt no.')
    expect(JSON.stringify(view)).not.toContain('PAID')
  })

  it('of a sale that lost its money again is void', () => {
    const sale = paidSale({ state: 'void', missing: 15_000, paidBy: [], number: 7 })
    expect(receiptView(factsOf({ sale, copy: 2 }))).toMatchObject({ amount: '', state: 'VOID' })
  })

  it('names each way that brought a part, and the change', () => {
    const paidBy = [{ by: 'cash', value: 5_000 } as const, { by: 'mobile', value: 10_000 } as const]
    const sale = paidSale({ paidBy, received: { value: 6_000, change: 1_000 } })
    const told = receiptView(factsOf({ sale })).facts.map(({ name, value }) => `${name}: ${value}`)
    expect(told.slice(1, 5)).toEqual([
      'Cash: 5,000',
      'Mobile money: 10,000',
      'Received: 6,000',
      'Change: 1,000',
    ])
  })

  it('of a sample says so, whatever the connection', () => {
    const payment = samplePayment('KES', morning)
    expect(receiptView(factsOf({ payment, copy: null })).marks).toEqual(['SAMPLE: not a receipt'])
    expect(receiptView(factsOf({ payment, copy: null, kind: 'sandbox' })).marks).toEqual([
      'SAMPLE: not a receipt',
      'SANDBOX: no real money',
    ])
  })
})

describe('any receipt', () => {
  const forAny = (check: (facts: ReceiptFacts) => void) =>
    fc.assert(fc.property(anyFacts, check), { numRuns: 500 })

  it('carries the mark of a connection without real money, and no other does', () => {
    forAny(facts => {
      const { kind, words } = facts
      const marks = receiptView(facts).marks
      expect(marks.includes(words.practice)).toBe(kind === 'practice')
      expect(marks.includes(words.sandbox)).toBe(kind === 'sandbox')
    })
  })

  it('shows no more of the customer’s number than its last three digits', () => {
    forAny(facts => {
      const other = { ...facts.payment, msisdn: `999999999${facts.payment.msisdn.slice(-3)}` }
      expect(receiptView({ ...facts, payment: other })).toEqual(receiptView(facts))
    })
  })

  it('holds no idempotency key, no name of a customer, and says what it is not', () => {
    forAny(facts => {
      const said = JSON.stringify(receiptView(facts))
      const { idempotencyKey, customer } = facts.payment as typeof paid
      expect(said).not.toContain(idempotencyKey)
      expect(said).not.toContain(customer.lastName)
      expect(receiptView(facts).notFiscal).toBe(facts.words.notFiscal)
    })
  })

  it('but the first is a copy', () => {
    forAny(facts => {
      const { copy, sale } = facts
      const isFirst = copy === null || copy === 1
      const isSaidAsOf = sale.changed || sale.state === 'void'
      expect(receiptView(facts).copy === null).toBe(isFirst && !isSaidAsOf)
    })
  })
})
