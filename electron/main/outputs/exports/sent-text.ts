import * as english from '../../../../resources/languages/en.json'
import * as swahili from '../../../../resources/languages/sw.json'
import { settledBlocks } from '../../../../shared/day/blocks'
import type { CashUp } from '../../../../shared/day/cash-up'
import type { DayReport } from '../../../../shared/day/report'
import type { ShiftReport } from '../../../../shared/day/shift-report'
import type { Language } from '../../../../shared/language'
import { type Amount, groupDigits } from '../../../../shared/money'
import type { ReceiptTarget } from '../../../../shared/payment/event'
import type { Payment } from '../../../../shared/payment/payment'
import { isolated } from '../../../../shared/plain-text'
import type { ReceiptView } from '../../../../shared/receipt/receipt-view'
import { discountOf } from '../../../../shared/sale/lines'
import { momentCell } from '../../platform/local-time'

/** The programs of this computer that a text can be sent with. A person presses Send there. */
export type TextChannel = 'whatsapp' | 'sms'

type Words = typeof english.sentText & typeof english.resolvedAs

const words: Record<Language, Words> = {
  en: { ...english.resolvedAs, ...english.sentText },
  sw: { ...swahili.resolvedAs, ...swahili.sentText },
}

const marks = { en: english.slip, sw: swahili.slip }

/** The address that opens a message with this text; without a number the person chooses who gets it. */
export function textAddress(by: TextChannel, msisdn: string | null, text: string): string {
  const said = encodeURIComponent(text)
  if (by === 'whatsapp') return `https://wa.me/${msisdn ?? ''}?text=${said}`
  return `sms:${msisdn === null ? '' : `+${msisdn}`}?body=${said}`
}

/** Where a card is paid: shop, amount and the link as the service gave it. */
export function checkoutText(
  { amount }: Pick<Payment, 'amount'>,
  link: string,
  { shop, language }: { shop: string; language: Language },
): string {
  const { pay } = words[language]
  const asked = pay.replace('{{amount}}', amountText(amount))
  return [shop, asked, link].filter(line => line !== '').join('\n')
}

/** A closed day in a few lines: each total by itself, what is left open, and the check code. */
export function closingText(cashUp: CashUp, language: Language): string {
  const text = words[language]
  const { connection, shop, number, closedAt, report, cash, ledgerCheck } = cashUp
  return [
    ...markOf(connection, language),
    `${[shop.name, shop.till].filter(Boolean).map(isolated).join(' · ')} · ${text.closing} ${number}`,
    momentCell(closedAt),
    ...sums(report, text, cash),
    ...(ledgerCheck ? [`${text.check}: ${ledgerCheck.seal}`] : []),
  ].join('\n')
}

/** A shift report in a few lines: whose, each total by itself, what is open now, and the check code. */
export function shiftText(shift: ShiftReport, language: Language): string {
  const text = words[language]
  const { connection, shop, madeBy, own, report, seal } = shift
  const { since, until } = report
  return [
    ...markOf(connection, language),
    [shop.name, shop.till, text.shift, madeBy?.name ?? '']
      .filter(Boolean)
      .map(isolated)
      .join(' · '),
    ...(own ? [] : [text.everyone]),
    [since, until]
      .filter(time => time !== null)
      .map(momentCell)
      .join(' – '),
    ...sums(report, text),
    `${text.check}: ${seal}`,
  ].join('\n')
}

function markOf(connection: CashUp['connection'], language: Language): string[] {
  return connection === 'production' ? [] : [marks[language][connection]]
}

/** The totals of each currency, never added to one another, the drawer's count, and what is open. */
function sums(
  report: Pick<DayReport, 'currencies' | 'open'>,
  text: Words,
  cash: CashUp['cash'] = [],
): string[] {
  const lines = report.currencies.flatMap(day => {
    const line = (name: string, value: number) =>
      `${name}: ${amountText({ currency: day.currency, value })}`
    const counted = cash.find(({ currency }) => currency === day.currency)
    const open = report.open.filter(({ amount }) => amount.currency === day.currency)
    const discount = discountOf(day.sold)
    const left = open.reduce((sum, { amount }) => sum + amount.value, 0)
    return [
      `${line(text.confirmed, day.blocks.confirmed.amount)} (${day.blocks.confirmed.sales})`,
      ...settledBlocks
        .filter(block => day.blocks[block].sales > 0)
        .map(
          block => `${line(text[block], day.blocks[block].amount)} (${day.blocks[block].sales})`,
        ),
      ...(discount > 0 ? [line(text.discounts, discount)] : []),
      ...(day.refunds.cash.sales > 0 ? [line(text.givenBackCash, day.refunds.cash.amount)] : []),
      ...(counted
        ? [line(text.expected, counted.expected), line(text.counted, counted.counted)]
        : []),
      ...(open.length > 0 ? [`${line(text.open, left)} (${open.length})`] : []),
    ]
  })
  return report.open.length === 0 ? [...lines, `${text.open}: 0`] : lines
}

function amountText({ currency, value }: Amount): string {
  return `${currency} ${value < 0 ? '−' : ''}${groupDigits(Math.abs(value))}`
}

/** With which program of this computer a receipt is sent, and to which number instead of the payment's. */
export interface SendTo {
  channel: Exclude<ReceiptTarget, 'printer' | 'file'>
  number?: string | undefined
}

/** Windows opens no longer address, in characters. */
const longestAddress = 2_000

/**
 * The address that opens the customer's chat or a new e-mail with the receipt as its text; null where the
 * payment has no number or e-mail address. Opening it sends nothing: a person still presses Send there. Pure.
 */
export function sendAddress(to: SendTo, payment: Payment, view: ReceiptView): string | null {
  const begin = beginning(to, payment, view)
  if (begin === null) return null
  // Practice and copy marks come first: a long note can cut off the end only.
  const letters = [...receiptMessage(view)]
  const address = (length: number) => {
    const end = length < letters.length ? '…' : ''
    return begin + encodeURIComponent(letters.slice(0, length).join('') + end)
  }
  let length = letters.length
  while (address(length).length > longestAddress) length -= 10
  return address(length)
}

/** The receipt as plain text, in the order of the slip. */
function receiptMessage(view: ReceiptView): string {
  const lines = [
    ...view.marks,
    view.copy ?? '',
    view.shop,
    ...view.shopLines,
    view.title,
    ...view.lines.map(({ name, value }) => `${name}: ${value}`),
    [view.state, view.amount].filter(part => part !== '').join(': '),
    ...view.givenBack,
    ...view.facts.map(({ name, value }) => `${name}: ${isolated(value)}`),
    view.notFiscal,
    view.footer,
  ]
  return lines
    .map(oneLine)
    .filter(line => line !== '')
    .join('\r\n')
}

function beginning(
  { channel, number }: SendTo,
  { msisdn, customer: { email } }: Payment,
  { marks, title, shop }: ReceiptView,
): string | null {
  const phone = number ?? msisdn
  if (channel === 'whatsapp') return phone === '' ? null : `https://wa.me/${phone}?text=`
  if (!email) return null
  const to = encodeURIComponent(oneLine(email)).replace('%40', '@')
  const subject = [...marks, title, isolated(shop)].filter(part => part !== '').join(' · ')
  return `mailto:${to}?subject=${encodeURIComponent(oneLine(subject))}&body=`
}

/** A field never makes a line of its own, and half a letter cannot be encoded. */
function oneLine(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
