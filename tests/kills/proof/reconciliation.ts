import type { LoggedRequest, PracticePayment } from '../../../electron/practice'
import { needsResolving } from '../../../shared/payment/actions'
import type { Sale } from '../../../shared/payment/sale'
import { type Press, promised, refusedForGood } from '../world/press-journal'
import type { Finding, FindingKind } from './finding'
import type { KeptSale } from './ledger-copy'

/** Everything that is known of a shop once it is quiet, from three sides. */
export interface Evidence {
  /** What the cashiers pressed and were told. */
  presses: readonly Press[]
  /** What the till's ledger holds. */
  kept: ReadonlyMap<string, KeptSale>
  /** The service's own books, and what reached it. */
  payments: readonly PracticePayment[]
  requests: readonly LoggedRequest[]
  /** Every byte that came to the till from the service. */
  receivedText: string
}

type Report = (kind: FindingKind, detail: string) => void

/** Holds the three sides against each other. Every draft has an amount of its own. */
export function reconcile(evidence: Evidence): Finding[] {
  const findings: Finding[] = []
  const report: Report = (kind, detail) => void findings.push({ kind, detail })
  checkPresses(evidence, report)
  checkRequests(evidence, report)
  checkPayments(evidence, report)
  for (const kept of evidence.kept.values()) checkPaid(kept, evidence, report)
  return findings
}

function checkPresses({ presses, kept }: Evidence, report: Report): void {
  const drafts = new Map([...kept.values()].map(({ sale }) => [sale.draftId, sale]))
  for (const press of presses) {
    const sale = drafts.get(press.draft.draftId)
    const said = promised(press)
    if (said && (sale?.id !== said.id || sale.amount.value !== press.draft.value))
      report('lost', `draft ${press.draft.draftId}, recorded as ${said.id}`)
    if (sale && refusedForGood(press) && wentAlone(sale.id, kept))
      report('ghost sale', `${sale.id} (${sale.phase}): ${JSON.stringify(press.answers)}`)
  }
}

/** Sent without a person who let it go: a person who was told of no sale expects no push. */
function wentAlone(id: string, kept: Evidence['kept']): boolean {
  const types = kept.get(id)?.events.map(event => event.type) ?? []
  const sent = types.indexOf('attempt-started')
  return sent >= 0 && !types.slice(0, sent).includes('released')
}

function checkRequests({ requests, kept }: Evidence, report: Report): void {
  const byKey = salesByKey(kept)
  for (const { path, headers, body } of requests) {
    const key = headers['x-idempotency-key']
    // A body that was cut off on its way is not in the log.
    if (!/\/(create|pay)$/.test(path) || body === '') continue
    const sale = byKey.get(key ?? '')
    if (!sale) report('sent before written', `key ${key}`)
    else if (sale.body !== body) report('body changed', `${sale.sale.id}: ${body}`)
  }
}

function checkPayments({ payments, kept }: Evidence, report: Report): void {
  const byKey = salesByKey(kept)
  const amounts = new Set<number>()
  for (const payment of payments) {
    const { value } = payment.amount
    if (amounts.has(value)) report('executed twice', `the sale of ${value}`)
    amounts.add(value)
    const sale = byKey.get(payment.idempotencyKey)?.sale
    if (!sale) report('sent before written', `payment ${payment.reference}`)
    else if (sale.phase === 'withdrawn') report('ghost sale', `${sale.id} was withdrawn`)
    else if (payment.status === 'completed' && !isKnown(sale))
      report('paid and not known', `${sale.id} is ${sale.phase}`)
  }
}

function checkPaid({ sale, events }: KeptSale, evidence: Evidence, report: Report): void {
  const byPerson = events.some(event => event.type === 'status-classified')
  if (sale.outcome !== 'paid' || byPerson) return
  const payment = evidence.payments.find(each => each.reference === sale.reference)
  const same =
    payment?.idempotencyKey === sale.idempotencyKey &&
    payment.amount.value === sale.amount.value &&
    payment.amount.currency === sale.amount.currency
  if (!payment || !same || !wasPaid(payment)) report('falsely paid', `${sale.id}, by the books`)
  else if (!evidence.receivedText.includes(`"reference":"${sale.reference}","status":"completed"`))
    report('falsely paid', `${sale.id}, although the service did not say so to the till`)
}

/** A sale that waits for a person, or that one has resolved, is known if not yet understood. */
function isKnown(sale: Sale): boolean {
  return sale.outcome === 'paid' || needsResolving(sale) || sale.resolution !== null
}

function salesByKey(kept: Evidence['kept']): Map<string, KeptSale> {
  return new Map([...kept.values()].map(each => [each.sale.idempotencyKey, each]))
}

/** Some services take a result back: paid once, and read then, is what the till was told. */
function wasPaid(payment: PracticePayment): boolean {
  return payment.history.some(change => change.status === 'completed')
}
