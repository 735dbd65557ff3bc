import type { ReceiptTarget } from '../../../../shared/payment/event'
import type { Sale } from '../../../../shared/payment/sale'
import type { ReceiptView } from '../../../../shared/receipt/receipt-view'

/** The programs of this computer that a receipt can be sent with. */
export type SendChannel = Exclude<ReceiptTarget, 'printer' | 'file'>

/** Windows opens no longer address, in characters. */
const longestAddress = 2_000

/**
 * The address that opens the customer's chat or a new e-mail with the receipt as its text; null where the
 * sale has no number or e-mail address. Opening it sends nothing: a person still presses Send there. Pure.
 */
export function sendAddress(channel: SendChannel, sale: Sale, view: ReceiptView): string | null {
  const begin = beginning(channel, sale, view)
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
    `${view.paid}: ${view.amount}`,
    view.refunded ?? '',
    ...view.facts.map(({ name, value }) => `${name}: ${value}`),
    view.notFiscal,
    view.footer,
  ]
  return lines
    .map(oneLine)
    .filter(line => line !== '')
    .join('\r\n')
}

function beginning(
  channel: SendChannel,
  { msisdn, customer: { email } }: Sale,
  { marks, title, shop }: ReceiptView,
): string | null {
  if (channel === 'whatsapp') return msisdn === '' ? null : `https://wa.me/${msisdn}?text=`
  if (!email) return null
  const to = encodeURIComponent(oneLine(email)).replace('%40', '@')
  const subject = [...marks, title, shop].filter(part => part !== '').join(' · ')
  return `mailto:${to}?subject=${encodeURIComponent(oneLine(subject))}&body=`
}

/** A field never makes a line of its own, and half a letter cannot be encoded. */
function oneLine(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
