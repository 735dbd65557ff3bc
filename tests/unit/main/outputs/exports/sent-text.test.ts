import { describe, expect, it } from 'vitest'
import {
  checkoutText,
  closingText,
  textAddress,
} from '../../../../../electron/main/outputs/exports/sent-text'
import { createOpenOutside } from '../../../../../electron/main/platform/open-outside'
import { closeDay, take } from '../../../../support/day-sales'
import { ledgerIn } from '../../../../support/payments/ledger'
import { samples } from '../../../../support/payments/sales'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const tzs = (value: number) => ({ amount: { currency: 'TZS', value } })

describe('the link to a checkout', () => {
  it('names shop and amount, and goes to the number of the sale', () => {
    const text = checkoutText(tzs(15_000), 'https://pay.example/c/1?a=b&c', {
      shop: 'Duka',
      language: 'en',
    })
    expect(text).toBe('Duka\nPay TZS 15,000 by card here:\nhttps://pay.example/c/1?a=b&c')
    const said = encodeURIComponent(text)
    expect(textAddress('whatsapp', '255754001212', text)).toBe(
      `https://wa.me/255754001212?text=${said}`,
    )
    expect(textAddress('sms', '255754001212', text)).toBe(`sms:+255754001212?body=${said}`)
  })

  it.each(['whatsapp', 'sms'] as const)('is opened by %s, and nothing else is', async by => {
    const opened: string[] = []
    const open = createOpenOutside({
      openExternal: async address => void opened.push(address),
      practiceOrigin: () => null,
    })
    await open(textAddress(by, null, 'a'))
    expect(opened).toHaveLength(1)
    await expect(open('tel:+255754001212')).rejects.toThrow()
  })
})

describe('a closing as a text', () => {
  it('has each total by itself, the drawer, what is open and the check code', () => {
    const { ledger } = ledgerIn(newFolder())
    take(ledger, 'paid', tzs(7_500))
    take(ledger, 'inCash', tzs(4_000))
    const refunded = take(ledger, 'paid', tzs(1_000))
    ledger.append(refunded.id, samples.refunded)
    take(ledger, 'pending', tzs(300))
    const cashUp = closeDay(ledger, {
      counted: [{ currency: 'TZS', amount: 52_500 }],
      floats: [{ currency: 'TZS', amount: 50_000 }],
    })
    const lines = closingText(cashUp, 'en').split('\n')
    expect(lines.toSpliced(1, 1)).toEqual([
      'Duka la Asha · Till 1 · Cash-up 1',
      'Confirmed by the service: TZS 8,500 (2)',
      'In cash, recorded by staff: TZS 4,000 (1)',
      'Refunded in cash: TZS 1,000',
      'Cash expected: TZS 53,000',
      'Cash counted: TZS 52,500',
      'Left open: 1',
      'Check code: 00c0ffee00c0ffee',
    ])
  })
})
