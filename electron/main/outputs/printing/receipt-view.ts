import * as english from '../../../../resources/languages/en.json'
import * as swahili from '../../../../resources/languages/sw.json'
import type { ConnectionKind } from '../../../../shared/connection'
import type { Language } from '../../../../shared/language'
import { groupDigits } from '../../../../shared/money'
import { lineAmount, lineLabel } from '../../../../shared/payment/lines'
import type { Payment } from '../../../../shared/payment/payment'
import type { ReceiptView } from '../../../../shared/receipt/receipt-view'
import type { PaidBy, ReceiptSale, ReceiptState } from '../../../../shared/sale/receipt-sale'
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
  'amount' | 'lines' | 'recordedAt' | 'channel' | 'msisdn' | 'note' | 'person' | 'reference'
>

export interface ReceiptFacts {
  payment: ReceiptPayment
  sale: ReceiptSale
  kind: ConnectionKind
  /** 1 is the original, 0 has no number; null a sample, of which nothing is on record. */
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
  const { payment, sale, kind, copy, shop, settings, language, words } = facts
  return {
    language,
    paper: paperOf(settings),
    marks: [
      ...(copy === null ? [words.sample] : []),
      ...(kind === 'production' ? [] : [words[kind]]),
    ],
    copy: copyLine(facts),
    logo: settings.logo,
    shop: shop.name,
    shopLines: shopLines(facts),
    title: words[sale.state === 'lacks' ? 'partTitle' : 'title'],
    lines: payment.lines.map(line => ({
      name: lineLabel(line, words),
      value: lineAmount(line),
    })),
    amount: amountLine(facts),
    state: stateWord(facts).toUpperCase(),
    givenBack: givenBackLines(facts),
    facts: rows(facts),
    code: settings.referenceCode ? (sale.references[0] ?? null) : null,
    footer: settings.footer,
    notFiscal: words.notFiscal,
  }
}

/** `COPY 2 · 21/11/2026 14:40`; `AS OF …` where money has moved since the sale was paid. */
function copyLine({ sale, copy, at, words }: ReceiptFacts): string | null {
  const time = formatTime(at)
  const asOf = sale.changed || sale.state === 'void' ? words.asOf.replace('{{time}}', time) : null
  if (copy === null || copy <= 1) return asOf
  return words.copy.replace('{{number}}', String(copy)).replace('{{time}}', asOf ?? time)
}

/** What is large: the sum that was paid, or what is missing of it; of a sale that was given back the word alone. */
function amountLine({ payment, sale }: ReceiptFacts): string {
  const values: Record<ReceiptState, number | null> = {
    paid: sale.total,
    lacks: sale.missing,
    refunded: null,
    void: null,
  }
  const value = values[sale.state]
  return value === null ? '' : `${payment.amount.currency} ${groupDigits(value)}`
}

function stateWord({ sale, words }: ReceiptFacts): string {
  const states: Record<ReceiptState, string> = {
    paid: words.status[sale.inCash ? 'paidInCash' : 'paid'],
    lacks: words.rest,
    refunded: words.refunded,
    void: words.void,
  }
  return states[sale.state]
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

/** Said under PAID, or the receipt would seem to prove money that the shop still has; under REFUNDED without that word. */
function givenBackLines({ sale, words }: ReceiptFacts): string[] {
  const word = sale.state === 'refunded' ? '' : `${words.refunded.toUpperCase()} `
  return sale.givenBack.map(({ way, value, at }) =>
    (word + words.givenBack[way === 'service' ? 'service' : 'cash'])
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
function rows(facts: ReceiptFacts): ReceiptView['facts'] {
  const { payment, sale, shop, settings, words } = facts
  const { state, number, total, paidAt, received, references } = sale
  const lines = [
    [words.receiptNumber, number === null ? '' : String(number)],
    [words.date, paidAt === null ? '' : formatTime(paidAt)],
    [words.total, state === 'paid' ? '' : groupDigits(total)],
    ...taxRow(facts),
    ...paidByRows(facts),
    [words.field.received, received === null ? '' : groupDigits(received.value)],
    [words.field.change, received === null ? '' : groupDigits(received.change)],
    [
      words.field.phoneShort,
      settings.showPhone && payment.msisdn !== '' ? `••• ${payment.msisdn.slice(-3)}` : '',
    ],
    ...references.map(reference => [words.reference, reference] as const),
    [words.till, shop.till],
    [words.field.cashier, payment.person?.name ?? ''],
    [words.field.note, payment.note],
  ] as const
  return lines.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value }))
}

/** The tax in the sum that was paid, in the currency's major unit, where the owner named a rate. */
function taxRow({ sale, settings, words }: ReceiptFacts): (readonly [string, string])[] {
  const { taxRate } = settings
  if (taxRate === 0 || sale.state !== 'paid') return []
  const tax = Math.round((sale.total * taxRate) / (100 + taxRate))
  return [[words.taxIncluded.replace('{{rate}}', String(taxRate)), groupDigits(tax)]]
}

/** The one way that brought it all, else each with what it brought. */
function paidByRows({ sale, words }: ReceiptFacts): (readonly [string, string])[] {
  const { paidBy, total } = sale
  const nameOf = (by: PaidBy['by']) => (by === 'said' ? words.said : words.channel[by])
  const [only, ...others] = paidBy
  if (only && others.length === 0 && only.value === total) return [[words.method, nameOf(only.by)]]
  return paidBy.map(({ by, value }) => [nameOf(by), groupDigits(value)])
}
