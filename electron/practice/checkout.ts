import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Clock, ServiceTime } from './clock'
import { type PracticeContext, type PracticeEnv, readBody } from './http'
import { type Payment, pending } from './payments/payment'
import type { PaymentStore } from './payments/payment-store'

/** The page's only style sheet: it loads nothing. */
const style = `
:root {
  color-scheme: light dark;
  --paper: #f6f3ec; --card: #fffdf8; --ink: #1d2a26; --soft: #55635d; --line: #cfc8b8;
  --brand: #0d5c4a; --on-brand: #fff; --paid: #0b7a3e; --bad: #b3261e; --calm: #5d5470;
  --focus: #1267d8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121815; --card: #1a221e; --ink: #eef3ef; --soft: #a9b6af; --line: #46544d;
    --brand: #3fb896; --on-brand: #06231b; --paid: #5fd08d; --bad: #ff8f85; --calm: #bdb1d8;
    --focus: #7db4ff;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100vh; background: var(--paper); color: var(--ink);
  font: 400 1.125rem/1.5 system-ui, sans-serif;
}
.practice {
  padding: 0.75rem 1rem; text-align: center; font-weight: 700; color: #2a2300;
  background: repeating-linear-gradient(-45deg, #ffd84d 0 14px, #f4c400 14px 28px);
}
.practice strong { display: block; font-size: 1.5rem; letter-spacing: 0.08em; }
main {
  width: calc(100% - 1.5rem); max-width: 30rem; margin: 1.5rem auto; padding: 1.75rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 1.25rem;
}
h1 { font-size: 1.25rem; }
.amount {
  margin: 0.5rem 0 1rem; font-size: clamp(2rem, 10vw, 3.25rem); font-weight: 700;
  line-height: 1.1; font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
.amount span { font-size: 0.5em; font-weight: 500; color: var(--soft); }
dl { display: grid; gap: 0.25rem 1rem; grid-template-columns: auto 1fr; }
dt { color: var(--soft); }
dd { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
form { display: grid; gap: 0.75rem; margin-top: 1.5rem; }
button {
  min-height: 3.5rem; border: 2px solid var(--brand); border-radius: 0.9rem; cursor: pointer;
  font: inherit; font-weight: 700; font-size: 1.25rem;
  background: var(--brand); color: var(--on-brand);
}
button.quiet { background: none; color: var(--ink); border-color: var(--soft); }
button:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
.result { margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.result strong { display: block; font-size: 1.75rem; }
.paid strong { color: var(--paid); }
.failed strong { color: var(--bad); }
.over strong { color: var(--calm); }
`

const hash = createHash('sha256').update(style).digest('base64')

/** Lets the page have this one style and post its form home, and nothing else. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What a customer may do on the page, or the payment's result. */
type CheckoutView =
  | { state: 'open' }
  | { state: 'paid' | 'failed' | 'over'; title: string; text: string }

/** The page's own two decisions; a scenario may have others. */
const decisions = {
  pay: { status: 'completed', providerStatus: 'APPROVED' },
  decline: { status: 'failed', providerStatus: 'DECLINED' },
} as const

/** The page of a payment at `now`. §4.3 rule 3: it stops accepting payment at `expires_at`. */
function viewOf(payment: Payment, now: number): CheckoutView {
  const { status } = payment
  if (status === decisions.pay.status)
    return {
      state: 'paid',
      title: 'Paid',
      text: 'The payment is complete. You may close this page.',
    }
  if (status === decisions.decline.status)
    return {
      state: 'failed',
      title: 'Declined',
      text: 'Nothing was paid. You may close this page.',
    }
  if (status !== pending)
    return { state: 'over', title: 'Decided', text: `The status of this payment is “${status}”.` }
  if (now < payment.expiresAt) return { state: 'open' }
  return { state: 'over', title: 'Expired', text: 'This page no longer accepts payment.' }
}

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
function checkoutPage(payment: Payment, view: CheckoutView, openUntil: string) {
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
const unknownPage = () =>
  document(
    'No such payment',
    html`<h1>No such payment</h1>
<p>There is no payment at this address.</p>`,
  )

interface CheckoutDeps {
  store: PaymentStore
  clock: Clock
  time: ServiceTime
}

const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

const isDecision = (text: string | null): text is keyof typeof decisions =>
  text !== null && Object.hasOwn(decisions, text)

/** Adds the hosted checkout pages of §4.3 to `app`. */
export function addCheckoutRoutes(app: Hono<PracticeEnv>, { store, clock, time }: CheckoutDeps) {
  function show(context: PracticeContext, token: string, status: 200 | 400 | 409 = 200) {
    const payment = store.findByCheckoutToken(token)
    if (!payment) return context.html(unknownPage(), 404, headers)
    const view = viewOf(payment, clock.wall())
    return context.html(checkoutPage(payment, view, time.iso(payment.expiresAt)), status, headers)
  }

  app.get('/checkout/:token', context => show(context, context.req.param('token')))

  app.post('/checkout/:token', async context => {
    const token = context.req.param('token')
    const body = (await readBody(context))?.toString() ?? ''
    const chosen = new URLSearchParams(body).get('decision')
    const payment = store.findByCheckoutToken(token)
    if (!payment) return show(context, token)
    context.var.exchange.received(body)
    if (!isDecision(chosen)) return show(context, token, 400)
    // The first decision counts: a page left open in another tab cannot change it.
    if (viewOf(payment, clock.wall()).state !== 'open') return show(context, token, 409)
    const { status, providerStatus } = decisions[chosen]
    store.decide(payment, status, providerStatus, 'checkout')
    // See other: reloading the page afterwards must not post the form again.
    return context.redirect(`/checkout/${token}`, 303)
  })
}
