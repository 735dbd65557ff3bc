import * as english from '../../../../resources/languages/en.json'
import * as swahili from '../../../../resources/languages/sw.json'
import type { ConnectionKind } from '../../../../shared/connection'
import type { Language } from '../../../../shared/language'
import { groupDigits } from '../../../../shared/money'
import { lineAmount, lineLabel } from '../../../../shared/payment/lines'
import type { Payment } from '../../../../shared/payment/payment'
import type { ReceiptView } from '../../../../shared/receipt/receipt-view'
import type { SaleView } from '../../../../shared/sale/sale-view'
import type { ShopSettings } from '../../../../shared/settings'
import { paperOf, type ReceiptSettings } from '../../../../shared/settings/receipts'

export type SlipWords = typeof english.slip & Pick<typeof english, 'channel' | 'field' | 'status'>

export const slipWords: Record<Language, SlipWords> = {
  en: { ...english.slip, channel: english.channel, field: english.field, status: english.status },
  sw: { ...swahili.slip, channel: swahili.channel, field: swahili.field, status: swahili.status },
}

/** The facts of a payment that a receipt shows. */
export type ReceiptPayment = Pick<
  Payment,
  | 'amount'
  | 'lines'
  | 'total'
  | 'received'
  | 'recordedAt'
  | 'channel'
  | 'msisdn'
  | 'note'
  | 'person'
  | 'reference'
  | 'settledAt'
  | 'givenBack'
  | 'receiptNumber'
>

/** What the whole sale has and lacks. */
export type ReceiptSale = Pick<SaleView, 'has' | 'rest'>

export interface ReceiptFacts {
  payment: ReceiptPayment
  sale: ReceiptSale
  kind: ConnectionKind
  /** 1 is the original; null a sample, of which nothing is on record. */
  copy: number | null
  /** When it is made, wall clock, ms. */
  at: number
  shop: Pick<ShopSettings, 'name' | 'till'>
  settings: ReceiptSettings
  language: Language
  words: SlipWords
}

/** A receipt. Pure; of the customer's number only the end is in it. */
export function receiptView(facts: ReceiptFacts): ReceiptView {
  const { payment, kind, copy, at, shop, settings, language, words } = facts
  return {
    language,
    paper: paperOf(settings),
    marks: [
      ...(copy === null ? [words.sample] : []),
      ...(kind === 'production' ? [] : [words[kind]]),
    ],
    copy:
      copy === null || copy === 1
        ? null
        : words.copy.replace('{{number}}', String(copy)).replace('{{time}}', formatTime(at)),
    logo: settings.logo,
    shop: shop.name,
    shopLines: shopLines(facts),
    title: words.title,
    lines: payment.lines.map(line => ({
      name: lineLabel(line, words.other),
      value: lineAmount(line),
    })),
    amount: `${payment.amount.currency} ${groupDigits(payment.amount.value)}`,
    paid: words.status[payment.channel === 'cash' ? 'paidInCash' : 'paid'].toUpperCase(),
    givenBack: givenBackLines(facts),
    facts: rows(facts),
    code: settings.referenceCode ? payment.reference : null,
    footer: settings.footer,
    notFiscal: words.notFiscal,
  }
}

/** Address, phone and tax number of the shop, each only where the owner gave it. */
function shopLines({ settings, words }: ReceiptFacts): string[] {
  const { shopAddress, shopPhone, taxNumber } = settings
  return [
    shopAddress,
    shopPhone && `${words.field.phoneShort}: ${shopPhone}`,
    taxNumber && `${words.taxNumber}: ${taxNumber}`,
  ].filter(line => line !== '')
}

/** Said under PAID, or the receipt would seem to prove money that the shop still has. */
function givenBackLines({ payment, words }: ReceiptFacts): string[] {
  return payment.givenBack
    .filter(({ why }) => why === 'goods')
    .map(({ way, value, at }) =>
      words.givenBack[way === 'service' ? 'service' : 'cash']
        .replace('{{amount}}', groupDigits(value))
        .replace('{{time}}', formatTime(at)),
    )
}

/** Day and time that are hard to misread: `21/11/2026 14:32`. */
function formatTime(at: number): string {
  const parts = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
  const day = new Intl.DateTimeFormat('en-GB', parts).format(at)
  const time = { hour: '2-digit', minute: '2-digit' } as const
  return `${day} ${new Intl.DateTimeFormat('en-GB', time).format(at)}`
}

/** What is not known, or not to be shown, has no line of its own. */
function rows({ payment, sale, shop, settings, words }: ReceiptFacts): ReceiptView['facts'] {
  const { total, received, amount } = payment
  const paidAt = payment.channel === 'cash' ? payment.recordedAt : payment.settledAt
  const isPart = total !== amount.value
  const otherwise = isPart ? Math.max(0, sale.has - amount.value) : 0
  const lines = [
    [words.receiptNumber, payment.receiptNumber === null ? '' : String(payment.receiptNumber)],
    [words.date, paidAt === null ? '' : formatTime(paidAt)],
    [words.method, words.channel[payment.channel]],
    [words.field.received, received === null ? '' : groupDigits(received)],
    [words.field.change, received === null ? '' : groupDigits(received - amount.value)],
    [words.total, isPart ? groupDigits(total) : ''],
    [words.otherwise, otherwise === 0 ? '' : groupDigits(otherwise)],
    [words.rest, sale.rest === 0 ? '' : groupDigits(sale.rest)],
    [
      words.field.phoneShort,
      settings.showPhone && payment.msisdn !== '' ? `••• ${payment.msisdn.slice(-3)}` : '',
    ],
    [words.reference, payment.reference ?? ''],
    [words.till, shop.till],
    [words.field.cashier, payment.person?.name ?? ''],
    [words.field.note, payment.note],
  ] as const
  return lines.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value }))
}
