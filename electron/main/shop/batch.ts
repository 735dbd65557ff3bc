import { createHash } from 'node:crypto'
import { unpaidBlockOf } from '../../../shared/day/blocks'
import type { DrawerEntry } from '../../../shared/day/drawer'
import { isOpen } from '../../../shared/payment/actions'
import { removedCustomer } from '../../../shared/payment/customer'
import type { Payment } from '../../../shared/payment/payment'
import { exceptionOf, statusOf } from '../../../shared/payment/status'
import type { ShippedLink } from '../store/ledger/hash-chain/shipped-links'
import { numberPart } from '../store/link'

/** A batch as the function `kaunta.ship` takes it, and the digest after its last link. */
export interface Batch {
  json: string
  digest: Buffer
  /** Links that went without their content: it is larger than the shop database takes. */
  emptied: readonly number[]
}

/** A little less than `kaunta.ship` in resources/shop-database takes, in bytes: far more than a till writes. */
export const largestLink = {
  ...{ bodies: 262_144, personal: 65_536, state: 65_535 },
  ...{ entries: 32_768, sale: 32_768 },
}

/** What a batch is made with besides its links. */
interface BatchFacts {
  /** Links that the database said are too large. */
  refused?: ReadonlySet<number>
  /** How far this till's clock is behind, ms: what is counted by days there is counted by the right ones. */
  behindMs?: number
}

/**
 * Links in order after the stored one whose digest is `prior`, as one batch. What is too large, or was said to be,
 * goes without its content, so that what follows still goes.
 */
export function encodeBatch(
  links: readonly ShippedLink[],
  prior: Buffer,
  { refused = new Set(), behindMs = 0 }: BatchFacts = {},
): Batch {
  let digest = prior
  const emptied: number[] = []
  const items = links.map(link => {
    const whole = itemOf(link, behindMs)
    const isEmptied = refused.has(link.sequence) || isTooLarge(link, whole)
    if (isEmptied) emptied.push(link.sequence)
    const bodies = isEmptied ? [] : link.bodies
    digest = digestAfter(digest, { ...link, bodies })
    const { sequence, subject, first, value } = link
    return {
      ...{ sequence, subject, first, link: value.toString('base64') },
      digest: digest.toString('base64'),
      bodies: bodies.map(body => body.toString('base64')),
      ...(isEmptied ? { personal: null, payment: null, entries: [], sale: [] } : whole),
    }
  })
  return { json: JSON.stringify(items), digest, emptied }
}

type Item = ReturnType<typeof itemOf>

function itemOf(link: ShippedLink, behindMs: number) {
  const { payment, entries, sale, drawer } = link
  return {
    personal: personalOf(link),
    payment: payment ? paymentOf(payment, behindMs) : null,
    entries: entries.map(entry => ({ ...entry, at: entry.at + behindMs })),
    sale,
    ...(drawer && { drawer: drawerOf(drawer, behindMs) }),
  }
}

/** Its reason and its person are in the link alone. */
function drawerOf({ kind, currency, value, at }: DrawerEntry, behindMs: number) {
  return { kind, currency, value, at: at + behindMs }
}

function isTooLarge({ bodies }: ShippedLink, { personal, payment, entries, sale }: Item): boolean {
  const bytes = bodies.reduce((sum, body) => sum + body.length, 0)
  return (
    bytes > largestLink.bodies ||
    (personal !== null && JSON.stringify(personal).length > largestLink.personal) ||
    (payment !== null && Buffer.byteLength(payment.state, 'base64') > largestLink.state) ||
    JSON.stringify(entries).length > largestLink.entries ||
    JSON.stringify(sale).length > largestLink.sale
  )
}

/** As `kaunta.digest_of` in resources/shop-database: what a row follows on, and all that is immutable in it. */
export function digestAfter(
  prior: Buffer,
  link: Pick<ShippedLink, 'sequence' | 'subject' | 'first' | 'value' | 'bodies'>,
): Buffer {
  const { sequence, subject, first, value, bodies } = link
  const hash = createHash('sha256').update(prior).update(numberPart(sequence))
  hash
    .update(numberPart(Buffer.byteLength(subject)))
    .update(subject)
    .update(numberPart(first))
  for (const part of [value, ...bodies]) hash.update(numberPart(part.length)).update(part)
  return hash.digest()
}

/** What goes into the partitions that are dropped; null where the link says nothing of a customer. */
function personalOf({ personal, request, payment }: ShippedLink) {
  if (request === null && personal.every(body => body === null)) return null
  const name = payment ? `${payment.customer.firstName} ${payment.customer.lastName}`.trim() : ''
  return {
    phoneReversed: [...(payment?.msisdn ?? '')].reverse().join(''),
    name,
    bodies: personal.map(body => body?.toString('base64') ?? null),
    request: request?.toString('base64') ?? null,
  }
}

/** What the other tills may know of a payment: nothing that names the customer. */
function paymentOf(payment: Payment, behindMs: number) {
  return {
    recordedAt: payment.recordedAt + behindMs,
    channel: payment.channel,
    amount: payment.amount.value,
    currency: payment.amount.currency,
    status: statusOf(payment),
    exception: exceptionOf(payment),
    resolution: payment.resolution?.how ?? null,
    open: isOpen(payment),
    blocks: [unpaidBlockOf(payment)].filter(block => block !== null),
    handedOver: handedOverOf(payment, behindMs),
    reference: payment.reference,
    state: Buffer.from(JSON.stringify(withoutCustomer(payment))).toString('base64'),
  }
}

function handedOverOf({ handedOverAt, handedOverBy }: Payment, behindMs: number) {
  if (handedOverAt === null) return null
  return { at: handedOverAt + behindMs, by: handedOverBy?.name ?? '' }
}

function withoutCustomer(payment: Payment): Payment {
  const blank = { msisdn: '', customer: removedCustomer, note: '', checkoutUrl: null }
  return {
    ...payment,
    ...blank,
    lastFailure: payment.lastFailure && { ...payment.lastFailure, detail: '' },
    refusal: payment.refusal && { ...payment.refusal, message: '' },
    givenBack: payment.givenBack.map(each => ({ ...each, reason: '' })),
    resolution: payment.resolution && { ...payment.resolution, reason: '' },
  }
}
