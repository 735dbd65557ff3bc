import type { Payment as PracticePayment } from '../../electron/practice/payments/payment'
import { channelOf } from '../../shared/ipc/bridge'
import { type Action, isOpen, needsResolving } from '../../shared/payment/actions'
import type { Payment, Phase } from '../../shared/payment/payment'
import type { PaymentsOfSales } from '../../shared/sale/sale-view'
import type { LoggedRequest } from '../support/practice/request-log'
import { type Press, promised, refusedForGood } from './cashier'
import type { Finding, FindingKind } from './figures'
import type { KeptPayment } from './ledger-copy'
import type { TillKind } from './node-till'
import { whyNot } from './node-till'
import { examine, found, type Shop } from './shop'
import type { TillProcess } from './till-process'

/** Everything that is known of a shop once it is quiet, from three sides. */
export interface Evidence {
  /** What the cashiers pressed and were told. */
  presses: readonly Press[]
  /** What the till's ledger holds. */
  kept: ReadonlyMap<string, KeptPayment>
  /** The service's own books, and what reached it. */
  payments: readonly PracticePayment[]
  requests: readonly LoggedRequest[]
  /** Every byte that came to the till from the service. */
  receivedText: string
}

type Report = (kind: FindingKind, detail: string) => void

/** Holds the three sides against each other. Every draft has an amount of its own. */
function reconcile(evidence: Evidence): Finding[] {
  const findings: Finding[] = []
  const report: Report = (kind, detail) => void findings.push({ kind, detail })
  checkPresses(evidence, report)
  checkRequests(evidence, report)
  checkPayments(evidence, report)
  for (const kept of evidence.kept.values()) checkPaid(kept, evidence, report)
  return findings
}

function checkPresses({ presses, kept }: Evidence, report: Report): void {
  const drafts = new Map([...kept.values()].map(({ payment }) => [payment.draftId, payment]))
  for (const press of presses) {
    const payment = drafts.get(press.draft.draftId)
    const said = promised(press)
    if (said && (payment?.id !== said.id || payment.amount.value !== press.draft.value))
      report('lost', `draft ${press.draft.draftId}, recorded as ${said.id}`)
    if (payment && refusedForGood(press) && wentAlone(payment.id, kept))
      report('ghost payment', `${payment.id} (${payment.phase}): ${JSON.stringify(press.answers)}`)
  }
}

/** Sent without a person who let it go: a person who was told of no payment expects no push. */
function wentAlone(id: string, kept: Evidence['kept']): boolean {
  const types = kept.get(id)?.events.map(event => event.type) ?? []
  const sent = types.indexOf('attempt-started')
  return sent >= 0 && !types.slice(0, sent).includes('released')
}

function checkRequests({ requests, kept }: Evidence, report: Report): void {
  const byKey = paymentsByKey(kept)
  for (const { path, headers, body } of requests) {
    const key = headers['x-idempotency-key']
    // A body that was cut off on its way is not in the log.
    if (!/\/(create|pay)$/.test(path) || body === '') continue
    const payment = byKey.get(key ?? '')
    if (!payment) report('sent before written', `key ${key}`)
    else if (payment.body !== body) report('body changed', `${payment.payment.id}: ${body}`)
  }
}

function checkPayments({ payments, kept }: Evidence, report: Report): void {
  const byKey = paymentsByKey(kept)
  const amounts = new Set<number>()
  for (const execution of payments) {
    const { value } = execution.amount
    if (amounts.has(value)) report('executed twice', `the payment of ${value}`)
    amounts.add(value)
    const payment = byKey.get(execution.idempotencyKey)?.payment
    if (!payment) report('sent before written', `payment ${execution.reference}`)
    else if (payment.phase === 'withdrawn') report('ghost payment', `${payment.id} was withdrawn`)
    else if (execution.status === 'completed' && !isKnown(payment))
      report('paid and not known', `${payment.id} is ${payment.phase}`)
  }
}

function checkPaid({ payment, events }: KeptPayment, evidence: Evidence, report: Report): void {
  const byPerson = events.some(event => event.type === 'status-classified')
  if (payment.outcome !== 'paid' || byPerson) return
  const execution = evidence.payments.find(each => each.reference === payment.reference)
  const same =
    execution?.idempotencyKey === payment.idempotencyKey &&
    execution.amount.value === payment.amount.value &&
    execution.amount.currency === payment.amount.currency
  if (!execution || !same || !wasPaid(execution))
    report('falsely paid', `${payment.id}, by the books`)
  else if (
    !evidence.receivedText.includes(`"reference":"${payment.reference}","status":"completed"`)
  )
    report('falsely paid', `${payment.id}, although the service did not say so to the till`)
}

/** A payment that waits for a person, or that one has resolved, is known if not yet understood. */
function isKnown(payment: Payment): boolean {
  return payment.outcome === 'paid' || needsResolving(payment) || payment.resolution !== null
}

function paymentsByKey(kept: Evidence['kept']): Map<string, KeptPayment> {
  return new Map([...kept.values()].map(each => [each.payment.idempotencyKey, each]))
}

/** Some services take a result back: paid once, and read then, is what the till was told. */
function wasPaid(payment: PracticePayment): boolean {
  return payment.history.some(change => change.status === 'completed')
}

const betweenLooks = 250

const next: Partial<Record<Phase, Action>> = {
  held: 'send-now',
  unknown: 'try-again',
  pending: 'check-now',
}

/**
 * Presses what brings open payments on until none is open, then reads the expired ones once more.
 * Answers, for people, which payments were still open when the time was over.
 */
async function bringToRest(till: TillProcess, limitMs: number): Promise<string[]> {
  const endsAt = performance.now() + limitMs
  let open = await openSales(till)
  while (open.length > 0 && performance.now() < endsAt) {
    await Promise.all(open.map(payment => press(till, payment)))
    await new Promise(resolve => setTimeout(resolve, betweenLooks))
    open = await openSales(till)
  }
  const expired = (await payments(till)).filter(({ phase }) => phase === 'expired')
  await Promise.all(
    expired.map(({ id }) => ask(till, 'act', { paymentId: id, action: 'check-now' })),
  )
  return open.map(payment => JSON.stringify(payment))
}

async function press(till: TillProcess, { id, phase }: Payment): Promise<void> {
  const action = next[phase]
  if (action) await ask(till, 'act', { paymentId: id, action })
}

/** A refused repeat is for a manager: no press settles it (money rule 4). What the books say of it is compared later. */
const isForManager = ({ phase, repeatRefused }: Payment) => phase === 'unknown' && repeatRefused

const openSales = async (till: TillProcess) =>
  (await payments(till)).filter(payment => isOpen(payment) && !isForManager(payment))

async function payments(till: TillProcess): Promise<readonly Payment[]> {
  const answer = await ask(till, 'recent')
  return answer?.ok ? (answer.value as PaymentsOfSales).payments : []
}

const ask = (till: TillProcess, name: string, argument?: unknown) =>
  till.ask(channelOf('payments', name), argument)

/** The service's log holds so many requests, and then forgets the oldest. */
const logSize = 2_000

/**
 * The sessions here last seconds, which no till believes (money rule 10): it would read for a quarter of an hour.
 * What nothing is going to decide any more, the service calls expired.
 */
function endOpenSessions({ control }: Shop['service']): void {
  for (const { reference, status, plan } of control.payments())
    if (status === 'pending' && plan.length === 0) control.decide(reference, 'expired')
}

/** A last start without a kill: brings every payment to its end, and holds all sides together. */
export async function closeBooks(shop: Shop, kind: TillKind): Promise<void> {
  const { service, proxy, journal, figures } = shop
  proxy.cut(false)
  const till = kind.start(shop.dataFolder)
  const opened = await kind.open(till, shop.place)
  // Also those of payments that only this start brings to the service.
  const ending = setInterval(() => endOpenSessions(service), 500)
  if (!opened?.selling) found(shop, 'start failed', whyNot(opened))
  else
    for (const payment of await bringToRest(till, kind.restMs)) found(shop, 'not taken up', payment)
  clearInterval(ending)
  till.kill()
  await till.ended
  await examine(shop, kind.opensWith)
  const requests = service.control.requests()
  if (requests.length >= logSize) throw new Error('The service has forgotten its first requests')
  const payments = service.control.payments()
  const presses = journal.presses()
  const evidence = {
    presses,
    kept: shop.kept,
    payments,
    requests,
    receivedText: proxy.receivedText(),
  }
  figures.findings.push(...reconcile(evidence))
  figures.presses += presses.length
  figures.payments += shop.kept.size
  figures.payments += payments.length
  figures.creates += requests.filter(({ path: at }) => /\/(create|pay)$/.test(at)).length
  figures.paid += [...shop.kept.values()].filter(({ payment }) => payment.outcome === 'paid').length
}
