import { html, raw } from 'hono/html'
import type { Payment } from '../payments/payment'
import { style } from './style'
import type { CheckoutView } from './view'

type Html = ReturnType<typeof html>

const document = (title: string, content: Html) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<p class="practice" role="note"><strong>PRACTICE</strong> No real money moves, and no card is needed.</p>
<main>
${content}
</main>
</body>
</html>
`

const form = html`<form method="post">
<button name="decision" value="pay">Pay</button>
<button name="decision" value="decline" class="quiet">Decline</button>
</form>`

const result = (view: Exclude<CheckoutView, { state: 'open' }>) =>
  html`<p class="result ${view.state}" role="status"><strong>${view.title}</strong> ${view.text}</p>`

const money = ({ currency, value }: Payment['amount']) =>
  html`<span>${currency}</span> ${value.toLocaleString('en-US')}`

/** In this computer's time zone: the page is only ever seen here. */
const clockTime = (iso: string) => new Date(iso).toLocaleTimeString('en-GB')

/** The hosted checkout page of a card payment (§4.3), to be paid or declined by hand. */
export function checkoutPage(payment: Payment, view: CheckoutView, openUntil: string) {
  const title = view.state === 'open' ? 'Card payment' : `Card payment: ${view.title}`
  return document(
    title,
    html`<h1>Card payment</h1>
<p class="amount">${money(payment.amount)}</p>
<dl>
<dt>Reference</dt><dd>${payment.reference}</dd>
<dt>Open until</dt><dd><time datetime="${openUntil}">${clockTime(openUntil)}</time></dd>
</dl>
${view.state === 'open' ? form : result(view)}`,
  )
}

/** The page for an address that belongs to no payment. */
export const unknownPage = () =>
  document(
    'No such payment',
    html`<h1>No such payment</h1>
<p>There is no payment at this address.</p>`,
  )
