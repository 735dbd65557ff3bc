import { type AuditDetail, factText } from '../../../../shared/audit-entry'
import type { Handlers } from '../../../../shared/ipc/handlers'
import { type FailureCode, failure, type Result, success } from '../../../../shared/ipc/result'
import { recentLength } from '../../../../shared/payment/recent'
import type { LookedUp } from '../../../../shared/payment/service-payment'
import type { ConnectionManager } from '../../connections/connection-manager'
import type { WithEngine } from '../../connections/with-engine'
import { checkoutText, textAddress } from '../../outputs/exports/sent-text'
import type { OutputsComputer } from '../../outputs/outputs'
import type { Staff } from '../../people/staff'
import { inSlices } from '../../platform/in-slices'
import { type OpenOutside, openMessage } from '../../platform/open-outside'
import type { Ledger } from '../../store/ledger/ledger'
import type { SettingsKeeper } from '../../store/settings'
import type { TillStore } from '../../store/till-store'

export interface PaymentsDeps {
  withEngine: WithEngine
  computer: Pick<OutputsComputer, 'copyText'>
  settings: SettingsKeeper
  store: Pick<TillStore, 'record'>
  staff: Pick<Staff, 'person'>
  /** Opens a message in another program; a person presses Send there. */
  openOutside: OpenOutside
  /** Where the practice service listens; null while it does not run. */
  practiceOrigin: () => string | null
}

/** What a cashier does with payments. */
export function paymentsHandlers(deps: PaymentsDeps): Handlers['payments'] {
  const { withEngine, computer, openOutside, settings, store, staff } = deps
  return {
    request: draft =>
      withEngine(({ presses }) =>
        draft.customerSeesNoPrompt ? presses.requestAfterPrompt(draft) : presses.request(draft),
      ),
    discount: asked => withEngine(({ charging }) => charging.discounts.approve(asked)),
    recent: () => withEngine(({ ledger }) => success(ledger.lastSales(recentLength))),
    checkAll: () => withEngine(({ openPayments }) => openPayments.checkAll()),
    history: ({ paymentId }) =>
      withEngine(({ ledger }) => {
        const payment = ledger.find(paymentId)
        return payment
          ? success({ payment, events: ledger.history(paymentId) })
          : failure('no-such-payment', paymentId)
      }),
    sale: ({ paymentId }) =>
      withEngine(({ ledger }) => {
        const payment = ledger.find(paymentId)
        return payment
          ? success(ledger.sales.view(payment.sale))
          : failure('no-such-payment', paymentId)
      }),
    async lookUp({ reference }) {
      const by = staff.person()
      const found = await withEngine(({ references }) => references.lookUp(reference))
      const asked = referenceAsked(reference, found)
      // Before the window gets it: what cannot be put in the audit log is not shown.
      if (asked) store.record('reference-asked', by, asked)
      return found
    },
    toGiveBack: ({ paymentId }) =>
      withEngine(({ sales }) => {
        const most = sales.toGiveBack(paymentId)
        return most ? success(most) : failure('no-such-payment', paymentId)
      }),
    toUndo: ({ paymentId }) => withEngine(({ undo }) => success(undo.toUndo(paymentId))),
    undo: ({ paymentId, entry }) => withEngine(({ undo }) => undo.undo(paymentId, entry)),
    act: asked => withEngine(({ presses }) => presses.act(asked, 'cashier')),
    decide: asked => withEngine(({ presses }) => presses.act(asked, 'manager')),
    copyCheckoutLink: ({ paymentId }) =>
      withEngine(({ ledger }) => {
        const link = ledger.find(paymentId)?.checkoutUrl
        if (!link?.startsWith('https://'))
          return failure('action-not-possible', 'This payment has no https link')
        computer.copyText(link)
        return success(null)
      }),
    sendCheckoutLink: ({ paymentId, by }) =>
      withEngine(({ ledger }) => {
        const payment = ledger.find(paymentId)
        const link = payment?.checkoutUrl
        if (!payment || !link?.startsWith('https://'))
          return failure('action-not-possible', 'This payment has no https link')
        const { shop, display } = settings.get()
        const text = checkoutText(payment, link, { shop: shop.name, language: display.language })
        return openMessage(openOutside, textAddress(by, payment.msisdn, text))
      }),
    unreadAnswer: ({ paymentId }) =>
      withEngine(({ unread }) => {
        const text = unread.textOf(paymentId)
        return text === null
          ? failure('action-not-possible', 'The last answer was read')
          : success(text)
      }),
  }
}

/** Finding payments in the whole ledger. */
export function searchHandlers(
  withEngine: WithEngine,
  connections: Pick<ConnectionManager, 'engine'>,
): Handlers['search'] {
  const read = <Value>(work: (ledger: Ledger) => Generator<undefined, Value>) =>
    withEngine<Value>(async engine => {
      const isOpen = () => connections.engine() === engine
      const found = await inSlices(work(engine.ledger), isOpen)
      return found === null ? failure('not-selling', 'The connection was changed') : success(found)
    })
  return {
    find: query => read(ledger => ledger.search(query)),
    totals: ({ filter }) => read(ledger => ledger.totals.of(filter)),
    periods: ({ starts }) => read(ledger => ledger.totals.periods(starts)),
  }
}

/** What staff took in cash. */
export function cashHandlers(withEngine: WithEngine): Handlers['cash'] {
  return {
    record: draft => withEngine(({ charging }) => charging.recordCash(draft)),
  }
}

/** The service was not asked, because the till does not sell. */
const notAsked: readonly FailureCode[] = ['not-selling', 'storage-failed']

/**
 * How a lookup of a reference goes into the audit log, or null when the service was not asked. A text that the
 * service does not know may be anything, also a customer's number: only a reference it knows is kept.
 */
export function referenceAsked(reference: string, found: Result<LookedUp>): AuditDetail | null {
  if (!found.ok) return notAsked.includes(found.code) ? null : { result: found.code }
  if (found.value.kind === 'own') return null
  const { meaning, status } = found.value.payment
  return { reference: factText(reference), result: meaning, status }
}

/** What only Practice mode can do. */
export function practiceHandlers({
  withEngine,
  practiceOrigin,
  openOutside,
}: PaymentsDeps): Handlers['practice'] {
  return {
    openCheckout: ({ paymentId }) =>
      withEngine(async ({ ledger }) => {
        const payment = ledger.find(paymentId)
        if (!payment) return failure('no-such-payment', paymentId)
        const origin = practiceOrigin()
        // Only a page of our own practice service is ever handed to the browser.
        if (origin === null || !payment.checkoutUrl?.startsWith(`${origin}/`))
          return failure('action-not-possible', 'This checkout page is not of the practice service')
        await openOutside(payment.checkoutUrl)
        return success(null)
      }),
  }
}
