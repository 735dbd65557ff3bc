import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sendAddress } from '../../../../../electron/main/outputs/printing/receipt-message'
import { receiptView, slipWords } from '../../../../../electron/main/outputs/printing/receipt-view'
import { createOpenOutside } from '../../../../../electron/main/platform/open-outside'
import type { Sale } from '../../../../../shared/payment/sale'
import { defaultReceiptSettings } from '../../../../../shared/settings/receipts'
import { morning } from '../../../../support/payments/clock'
import { saleIn } from '../../../../support/payments/sales'

const settled = saleIn('settled')
const paid: Sale = { ...settled, customer: { ...settled.customer, email: 'a+b@example.com' } }

function viewOf(sale: Sale, footer = '') {
  return receiptView({
    sale,
    kind: 'practice',
    language: 'en',
    copy: 1,
    at: morning,
    shop: { name: 'Duka', till: 'Till 1' },
    settings: {
      ...defaultReceiptSettings,
      shopAddress: 'Uhuru St 1',
      shopPhone: '022 211',
      taxNumber: '123-456-789',
      footer,
    },
    words: slipWords.en,
  })
}

describe('the address that a receipt is sent with', () => {
  it('is wa.me with the customer’s number, or an e-mail to their address', () => {
    const whatsapp = sendAddress('whatsapp', paid, viewOf(paid)) ?? ''
    expect(whatsapp.startsWith(`https://wa.me/${paid.msisdn}?text=PRACTICE`)).toBe(true)
    const text = new URL(whatsapp).searchParams.get('text')?.split('\r\n')
    expect(text).toEqual(
      expect.arrayContaining(['Uhuru St 1', 'Phone: 022 211', 'Tax no.: 123-456-789']),
    )
    const email = new URL(sendAddress('email', paid, viewOf(paid)) ?? '')
    expect(email.pathname).toBe('a%2Bb@example.com')
    expect(email.searchParams.get('subject')).toContain('PRACTICE: no real money')
  })

  it('stays short and one message, whatever the texts are', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(texts, texts, (note, footer) => {
        const sale = { ...paid, note }
        const address = sendAddress('whatsapp', sale, viewOf(sale, footer)) ?? ''
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

  it.each(['https://wa.me/255?text=a', 'mailto:a@example.com', 'http://127.0.0.1:4000/checkout'])(
    'opens %s',
    async address => {
      await open(address)
      expect(opened.at(-1)).toBe(address)
    },
  )

  it.each([
    'https://wa.me.example.com/',
    'http://wa.me/255',
    'file:///etc/passwd',
    'http://127.0.0.1:4001/',
    'ms-settings:',
    'no address',
  ])('refuses %s', async address => {
    const before = opened.length
    await expect(open(address)).rejects.toThrow()
    expect(opened).toHaveLength(before)
  })
})
