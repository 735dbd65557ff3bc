import { type AuditDetail, factText } from '../../../../shared/audit-entry'
import {
  type Failure,
  type FailureCode,
  failure,
  type Result,
  success,
} from '../../../../shared/ipc/result'
import type { EventOf, PaymentEvent } from '../../../../shared/payment/event'
import { recentLength } from '../../../../shared/payment/recent'
import type { Sale } from '../../../../shared/payment/sale'
import type { LookedUp } from '../../../../shared/payment/service-payment'
import type { ConnectionManager } from '../../connections/connection-manager'
import type { WithEngine } from '../../connections/with-engine'
import { checkoutText, textAddress } from '../../outputs/exports/sent-text'
import type { PaymentEngine } from '../../payments/engine'
import { inSlices } from '../../platform/in-slices'
import type { OpenOutside } from '../../platform/open-outside'
import type { Ledger } from '../../store/ledger/ledger'
import type { Handlers } from '../register'
import { type BeginAudit, type ChangeSettings, done, type HandlerDeps } from './handler-deps'
import { withRuling } from './rulings'
import { withMeaning } from './settings'

/** What a cashier does with sales. */
export function salesHandlers(
  withEngine: WithEngine,
  change: ChangeSettings,
  beginAudit: BeginAudit,
  { computer, openOutside, settings }: Pick<HandlerDeps, 'computer' | 'openOutside' | 'settings'>,
): Handlers['sales'] {
  return {
    request: draft =>
      withEngine(engine =>
        draft.customerSeesNoPrompt ? engine.requestAfterPrompt(draft) : engine.request(draft),
      ),
    recent: () =>
      withEngine(({ ledger }) =>
        success(
          mergeById(
            ledger.open(),
            ledger.unresolved(),
            ledger.uncovered(),
            ledger.recent(recentLength),
          ),
        ),
      ),
    checkAll: () => withEngine(engine => engine.checkAll()),
    history: ({ saleId }) =>
      withEngine(({ ledger }) => {
        const sale = ledger.find(saleId)
        return sale
          ? success({ sale, events: ledger.history(saleId) })
          : failure('no-such-sale', saleId)
      }),
    async lookUp({ reference }) {
      const writeAudit = beginAudit()
      const found = await withEngine(engine => engine.lookUp(reference))
      const asked = referenceAsked(reference, found)
      // Before the window gets it: what cannot be put in the audit log is not shown.
      if (asked) writeAudit('reference-asked', asked)
      return found
    },
    withdraw: ({ saleId }) => withEngine(engine => engine.withdraw(saleId)),
    sendNow: ({ saleId }) => withEngine(engine => engine.sendNow(saleId)),
    tryAgain: ({ saleId }) => withEngine(engine => engine.tryAgain(saleId, 'cashier')),
    tryAgainLate: ({ saleId }) => withEngine(engine => engine.tryAgain(saleId, 'manager')),
    sendAgain: ({ saleId, draftId }) => withEngine(engine => engine.sendAgain(saleId, draftId)),
    stop: ({ saleId }) => withEngine(engine => engine.abandon(saleId)),
    checkNow: ({ saleId }) => withEngine(engine => engine.checkNow(saleId)),
    stopWaiting: ({ saleId }) => withEngine(engine => engine.stopWaiting(saleId)),
    copyCheckoutLink: ({ saleId }) =>
      withEngine(({ ledger }) => {
        const link = ledger.find(saleId)?.checkoutUrl
        if (!link?.startsWith('https://'))
          return failure('action-not-possible', 'This sale has no https link')
        computer.copyText(link)
        return success(null)
      }),
    sendCheckoutLink: ({ saleId, by }) =>
      withEngine(({ ledger }) => {
        const sale = ledger.find(saleId)
        const link = sale?.checkoutUrl
        if (!sale || !link?.startsWith('https://'))
          return failure('action-not-possible', 'This sale has no https link')
        const { shop, display } = settings.get()
        const text = checkoutText(sale, link, { shop: shop.name, language: display.language })
        return openMessage(openOutside, textAddress(by, sale.msisdn, text))
      }),
    handOver: ({ saleId }) => withEngine(engine => engine.handOver(saleId)),
    resolve: ({ saleId, status, reason, how }) =>
      withEngine(
        engine => otherWord(engine, saleId, status) ?? engine.resolve(saleId, reason, how),
      ),
    recordRefund: ({ saleId, how, reason }) =>
      withEngine(engine => engine.recordRefund(saleId, how, reason)),
    classifyStatus: ({ saleId, status, meaning }) =>
      withEngine(engine => {
        const other = otherWord(engine, saleId, status)
        if (other) return other
        const given = engine.classifyStatus(saleId, meaning)
        if (given.ok) change(all => withMeaning(all, engine.kind, given.value.rawStatus, meaning))
        return given
      }),
    answerObjection: ({ saleId, meaning, ...objection }) =>
      withEngine(engine => {
        const given = engine.answerObjection(saleId, objection, meaning)
        const isIt = (event: PaymentEvent): event is EventOf<'objection-answered'> =>
          event.type === 'objection-answered'
        const said = given.ok ? engine.ledger.history(saleId).findLast(isIt) : undefined
        if (said) change(all => withRuling(all, engine.kind, said))
        return given
      }),
    unreadAnswer: ({ saleId }) =>
      withEngine(({ unread }) => {
        const text = unread.textOf(saleId)
        return text === null
          ? failure('action-not-possible', 'The last answer was read')
          : success(text)
      }),
  }
}

/** What a person says of a sale is kept for good: it must only be said of the word that they have seen. */
function otherWord(
  { ledger }: Pick<PaymentEngine, 'ledger'>,
  saleId: string,
  seen: string,
): Failure | null {
  const sale = ledger.find(saleId)
  const word = sale?.rawStatus ?? ''
  if (sale === null || word === seen) return null
  return failure('action-not-possible', `The word is now ${word}, not ${seen}`)
}

/** The failure names no address: the address contains the customer's number. */
export async function openMessage(
  openOutside: OpenOutside,
  address: string,
): Promise<Result<null>> {
  try {
    await openOutside(address)
    return success(null)
  } catch {
    return failure('receipt-not-opened', 'No program took the message')
  }
}

function mergeById(...lists: readonly (readonly Sale[])[]): Sale[] {
  return [...new Map(lists.flat().map(sale => [sale.id, sale])).values()]
}

/** Finding sales in the whole ledger. */
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

/** Results that are not acknowledged yet. */
export function resultsHandlers(
  withEngine: WithEngine,
  notifier: HandlerDeps['outputs']['notifier'],
): Handlers['results'] {
  return {
    unseen: () => withEngine(({ ledger }) => success(notifier.takeUp(ledger))),
    acknowledge: ({ saleId }) => done(() => notifier.acknowledge(saleId)),
  }
}

/** What staff took in cash. */
export function cashHandlers(withEngine: WithEngine): Handlers['cash'] {
  return {
    record: draft => withEngine(engine => engine.recordCash(draft)),
    parts: ({ saleId }) =>
      withEngine(({ ledger }) => {
        const sale = ledger.find(saleId)
        return sale ? success(ledger.partsOf(sale)) : failure('no-such-sale', saleId)
      }),
    take: ({ saleId, note }) => withEngine(engine => engine.takeCash(saleId, note)),
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

/** Exports to files. */
export function exportsHandlers(
  withEngine: WithEngine,
  connections: Pick<ConnectionManager, 'engine'>,
  exporter: HandlerDeps['outputs']['exporter'],
): Handlers['exports'] {
  const sourceOf = (engine: PaymentEngine) => ({
    kind: engine.kind,
    ledger: engine.ledger,
    isOpen: () => connections.engine() === engine,
  })
  return {
    sales: ({ filter }) => withEngine(engine => exporter.sales(sourceOf(engine), filter)),
    history: ({ saleId }) => withEngine(engine => exporter.history(sourceOf(engine), saleId)),
    showInFolder: ({ file }) => exporter.showInFolder(file),
  }
}

/** Receipts, and the printers they are printed on. */
export function receiptsHandlers(
  receipts: HandlerDeps['outputs']['receipts'],
): Handlers['receipts'] {
  return {
    printers: () => receipts.printers(),
    preview: how => receipts.preview(how),
    testPrint: how => receipts.testPrint(how),
    print: ({ saleId }) => receipts.print(saleId),
    send: ({ saleId, channel }) => receipts.send(saleId, channel),
    savePdf: ({ saleId }) => receipts.savePdf(saleId),
  }
}

/** What only Practice mode can do. */
export function practiceHandlers(
  withEngine: WithEngine,
  { practiceOrigin, openOutside }: Pick<HandlerDeps, 'practiceOrigin' | 'openOutside'>,
): Handlers['practice'] {
  return {
    openCheckout: ({ saleId }) =>
      withEngine(async ({ ledger }) => {
        const sale = ledger.find(saleId)
        if (!sale) return failure('no-such-sale', saleId)
        const origin = practiceOrigin()
        // Only a page of our own practice service is ever handed to the browser.
        if (origin === null || !sale.checkoutUrl?.startsWith(`${origin}/`))
          return failure('action-not-possible', 'This checkout page is not of the practice service')
        await openOutside(sale.checkoutUrl)
        return success(null)
      }),
  }
}
