import type { Hono } from 'hono'
import type { Clock } from '../clock'
import { type PracticeContext, type PracticeEnv, readBody } from '../http'
import type { PaymentStore } from '../payments/payment-store'
import type { ServiceTime } from '../service-time'
import { checkoutPage, unknownPage } from './page'
import { contentSecurityPolicy } from './style'
import { decisions, viewOf } from './view'

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
