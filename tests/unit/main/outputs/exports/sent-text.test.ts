import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkoutText,
  closingText,
  sendAddress,
  shiftText,
  textAddress,
} from '../../../../../electron/main/outputs/exports/sent-text'
import { receiptView } from '../../../../../electron/main/outputs/printing/receipt-view'
import { createOpenOutside } from '../../../../../electron/main/platform/open-outside'
import type { ShiftReport } from '../../../../../shared/day/shift-report'
import type { Payment } from '../../../../../shared/payment/payment'
import { defaultReceiptSettings } from '../../../../../shared/settings/receipts'
import { closeDay, take } from '../../../../support/day-payments'
import { ledgerIn } from '../../../../support/payments/ledger'
import { paymentIn, samples } from '../../../../support/payments/payments'
import { receiptFacts } from '../../../../support/printing'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const tzs = (value: number) => ({ amount: { currency: 'TZS', value } })

describe('the link to a checkout', () => {
  it('names shop and amount, and goes to the number of the payment', () => {
    const link = 'https://pay.example/c/1?a=b&c'
    const text = checkoutText(tzs(15_000), link, { shop: 'Duka', language: 'en' })
    expect(text).toBe(`Duka\nPay TZS 15,000 by card here:\n${link}`)
    const said = encodeURIComponent(text)
    const [whatsapp, sms] = [`wa.me/255754001212?text=${said}`, `+255754001212?body=${said}`]
    expect(textAddress('whatsapp', '255754001212', text)).toBe(`https://${whatsapp}`)
    expect(textAddress('sms', '255754001212', text)).toBe(`sms:${sms}`)
  })
})

describe('a closing as a text', () => {
  it('has each total by itself, the drawer, what is open, if anything is, and the check code', () => {
    const { ledger } = ledgerIn(newFolder())
    expect(closingText(closeDay(ledger), 'en')).toContain('\nLeft open: 0\n')
    take(ledger, 'paid', tzs(7_500))
    take(ledger, 'inCash', tzs(4_000))
    const refunded = take(ledger, 'paid', tzs(1_000))
    ledger.append(refunded.id, { ...samples['given-back'], value: 1_000, worth: 1_000 })
    take(ledger, 'pending', tzs(300))
    const cashUp = closeDay(ledger, {
      counted: [{ currency: 'TZS', amount: 52_500 }],
      floats: [{ currency: 'TZS', amount: 50_000 }],
    })
    const lines = closingText(cashUp, 'en').split('\n')
    expect(lines.toSpliced(2, 1)).toEqual([
      'PRACTICE: no real money',
      'Duka la Asha · Till 1 · Cash-up 2',
      'Confirmed by the service: TZS 8,500 (2)',
      'In cash, recorded by staff: TZS 4,000 (1)',
      'Given back in cash: TZS 1,000',
      'Cash expected: TZS 53,000',
      'Cash counted: TZS 52,500',
      'Left open: TZS 300 (1)',
      'Check code: 00c0ffee00c0ffee',
    ])
    const real = closingText({ ...cashUp, connection: 'production' }, 'en').split('\n')
    expect(real).toEqual(lines.slice(1))
  })
})

describe('a shift report as a text', () => {
  it('says whose it is, each total by itself and what is open, and closes nothing', () => {
    const { ledger } = ledgerIn(newFolder())
    take(ledger, 'paid', tzs(7_500))
    take(ledger, 'inCash', tzs(4_000))
    take(ledger, 'pending', tzs(300))
    const report = ledger.day.shift({ from: null, person: null }, 1_772_700_000_000)
    const shift: ShiftReport = {
      connection: 'practice',
      shop: { name: 'Duka la Asha', till: 'Till 1' },
      madeBy: { id: 'asha', name: 'Asha' },
      own: false,
      from: null,
      report,
      seal: '0a1b2c3d4e5f6071',
    }
    const lines = shiftText(shift, 'en').split('\n')
    expect(lines.toSpliced(3, 1)).toEqual([
      'PRACTICE: no real money',
      'Duka la Asha · Till 1 · Shift report · Asha',
      'Payments of everyone.',
      'Confirmed by the service: TZS 7,500 (1)',
      'In cash, recorded by staff: TZS 4,000 (1)',
      'Left open: TZS 300 (1)',
      'Check code: 0a1b2c3d4e5f6071',
    ])
    expect(shiftText({ ...shift, own: true }, 'en')).not.toContain('everyone')
  })
})

const settled = paymentIn('settled')
const paid: Payment = { ...settled, customer: { ...settled.customer, email: 'a+b@example.com' } }

const shopFacts = { shopAddress: 'Uhuru St 1', shopPhone: '022 211', taxNumber: '123-456-789' }

function viewOf(payment: Payment, footer = '') {
  const settings = { ...defaultReceiptSettings, ...shopFacts, footer }
  return receiptView(receiptFacts({ payment, kind: 'practice', settings }))
}

describe('the address that a receipt is sent with', () => {
  it('is wa.me with the customer’s number, or an e-mail to their address', () => {
    const whatsapp = sendAddress({ channel: 'whatsapp' }, paid, viewOf(paid)) ?? ''
    expect(whatsapp.startsWith(`https://wa.me/${paid.msisdn}?text=PRACTICE`)).toBe(true)
    const text = new URL(whatsapp).searchParams.get('text')?.split('\r\n')
    expect(text).toEqual(
      expect.arrayContaining(['Uhuru St 1', 'Phone: 022 211', 'Tax no.: 123-456-789']),
    )
    const typed = { channel: 'whatsapp', number: '255700000001' } as const
    expect(sendAddress(typed, paid, viewOf(paid))).toContain('https://wa.me/255700000001?text=')
    const email = new URL(sendAddress({ channel: 'email' }, paid, viewOf(paid)) ?? '')
    expect(email.pathname).toBe('a%2Bb@example.com')
    expect(email.searchParams.get('subject')).toContain('PRACTICE: no real money')
  })

  it('isolates what is written from right to left from the numbers next to it', () => {
    const lines = [{ name: 'سكر', quantity: 2, price: 1_500 }]
    const payment = { ...paid, lines, note: 'شكرا 5' }
    const address = sendAddress({ channel: 'whatsapp' }, payment, viewOf(payment)) ?? ''
    const text = new URL(address).searchParams.get('text')?.split('\r\n')
    expect(text).toEqual(
      expect.arrayContaining(['2 × \u2068سكر\u2069 1,500: 3,000', 'Note: \u2068شكرا 5\u2069']),
    )
  })

  it('stays short and one message, whatever the texts are', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(texts, texts, (note, footer) => {
        const payment = { ...paid, note }
        const address = sendAddress({ channel: 'whatsapp' }, payment, viewOf(payment, footer)) ?? ''
        expect(address.length).toBeLessThanOrEqual(2_000)
        expect([...new URL(address).searchParams.keys()]).toEqual(['text'])
        expect(new URL(address).searchParams.get('text')).toContain('PRACTICE: no real money')
      }),
    )
  })
})

describe('the way out to other programs', () => {
  const opened: string[] = []
  const open = createOpenOutside({
    openExternal: async address => void opened.push(address),
    practiceOrigin: () => 'http://127.0.0.1:4000',
  })

  it.each([
    textAddress('whatsapp', '255754001212', 'a'),
    textAddress('whatsapp', null, 'a'),
    textAddress('sms', null, 'a'),
    'mailto:a@example.com',
    'http://127.0.0.1:4000/checkout',
  ])('opens %s', async address => {
    await open(address)
    expect(opened.at(-1)).toBe(address)
  })

  it.each([
    'https://wa.me.example.com/',
    'http://wa.me/255',
    'file:///etc/passwd',
    'http://127.0.0.1:4001/',
    'tel:+255754001212',
    'ms-settings:',
    'no address',
  ])('refuses %s', async address => {
    const before = opened.length
    await expect(open(address)).rejects.toThrow()
    expect(opened).toHaveLength(before)
  })
})
