import type { Giving as GivingBack } from '../../../electron/main/sales/sale-actions'
import type { PreparedRequest } from '../../../electron/main/service'
import type { DrawerKind } from '../../../shared/day/drawer'
import type { CurrencyDay } from '../../../shared/day/report'
import type { ShiftSince } from '../../../shared/day/shift-report'
import type { Action } from '../../../shared/payment/actions'
import type { Draft } from '../../../shared/payment/draft'
import type { PaymentEvent, ResolutionHow } from '../../../shared/payment/event'
import type { WayBack } from '../../../shared/payment/given-back'
import type { ObjectionMeaning } from '../../../shared/payment/objections'
import type { Payment } from '../../../shared/payment/payment'
import { noWords, type WordMeaning } from '../../../shared/payment/status-words'
import type { Person } from '../../../shared/person'
import type { Call, Process } from '../network/call'
import type { Delivered } from '../simulated-service/books'
import { type Payment as Execution, readOrder } from '../simulated-service/payment'
import { accountOf } from '../simulated-service/request'
import type { Saying } from '../simulated-service/saying'

/** What a person did, and was not refused. */
export interface CashierAction {
  at: number
  paymentId: string
  action: Action
  /** A reason, or the meaning that was given. */
  detail: string
  /** What a person said last of how it ended, where that is the press. */
  how: ResolutionHow | null
  /** What was given back, where that is the press. */
  giving: GivingBack | null
  /** False while, or where for ever, it is unknown whether it was written down. */
  isCertain: boolean
}

/** A press at the drawer. */
export interface DrawerPress {
  draftId: string
  kind: DrawerKind
  value: number
  person: Person | null
  /** The one that ran. */
  period: number
  /** False while, or where for ever, it is unknown whether it was written down. */
  isCertain: boolean
}

/** A press on *Undo* that was not refused. */
export interface UndoPress {
  sale: string
  /** Ms of the till's monotonic clock. */
  at: number
  isCertain: boolean
  /** The press that it undid, once that is on the disk. */
  undone: string | null
}

/** A press that closes a period and was not refused. */
export interface ClosingPress {
  period: number
  /** What was counted in the drawer. */
  counted: number
  /** What a person says only now that it had begun with. */
  float: number | null
  isCertain: boolean
}

/** A closed period as the disk has it. */
export interface StoredCashUp {
  body: Buffer
  lines: Buffer
}

/** As it was when it was seen first. */
export interface ClosedPeriod {
  stored: StoredCashUp
  currencies: readonly CurrencyDay[]
}

/** Money that moved. */
export interface Moved {
  /** The press or the service: once for each payment. */
  by: string
  what: 'confirmed' | 'cash' | `back by ${WayBack}`
  currency: string
  value: number
}

/** Of a payment, in the period that ran when it was committed. */
export interface MoneyMove extends Moved {
  period: number
  paymentId: string
  sale: string
  /** Who took it, gave it back, or asked for the payment that the service confirmed. */
  person: Person | null
}

/** A move of the running period, or cash that moved without a sale. */
export interface StaffMove extends Pick<MoneyMove, 'currency' | 'value' | 'person'> {
  what: Moved['what'] | DrawerKind
}

/** Where a shift may begin: a sign-in of a person, or a report of theirs; '' is everybody's. */
export interface ShiftMark {
  since: ShiftSince
  whose: string
  period: number
  /** What had moved in the period by then. */
  moved: readonly StaffMove[]
  /** False while, or where for ever, it is unknown whether it was written down. */
  isCertain: boolean
}

/** A draft that payment was requested for, and what became of it outside the till. */
export interface DraftFacts {
  name: string
  draft: Draft
  /** Who asks for it and was not refused; once it is on the disk, first the one who asked. */
  askedBy: (Person | null)[]
  /** When a person asked for it last. */
  pressedAt: number
  /** When it was first taken by the till. */
  takenAt: number | null
  /** The period that ran then. */
  period: number
  paymentId: string | null
  creates: Call[]
  /** Until when an answer to its create asked that it is not read. */
  readFrom: number
  /** Answers to its creates that the till has, as the service's books have them. */
  answers: Delivered[]
  executions: Execution[]
}

/**
 * What really happened, kept by the world and unknown to the till. Answers are those of the service's books:
 * how the till read them has no place here. Times in ms that really passed.
 */
export interface Facts {
  drafts: Map<string, DraftFacts>
  /** The same by what the ledger calls them: two can carry one customer's name, where one is sent again. */
  byDraftId: Map<string, DraftFacts>
  byKey: Map<string, DraftFacts>
  /** The name that a create's bytes run, by those bytes: each is asked for at every step of its call. */
  named: Map<string, string>
  calls: Call[]
  /** Answers to status reads, by the account that asked and the reference: another account's is another payment. */
  reads: Map<string, Delivered[]>
  /** For each run, the answer that asks for the longest pause. */
  slowest: Map<Process, Pause>
  /** For each run, until when a 429, or an answer that may name a pause, lets it wait: ms of its monotonic clock. */
  mayWaitUntil: Map<Process, number>
  /** For each run, the payments whose 503 named a time, until when each was asked to wait. */
  busy: Map<Process, Busy[]>
  /** The runs that a 429 without a window taught to read less. */
  slowed: Set<Process>
  /** For each run, the rejections of its keys since they last worked. */
  rejected: Map<Process, Delivered[]>
  cashierActions: CashierAction[]
  /** The person who is signed in; null where the till has no staff. */
  signedIn: Person | null
  shiftMarks: ShiftMark[]
  /** What staff pressed at the drawer, oldest first. */
  drawer: DrawerPress[]
  undos: UndoPress[]
  /** When a person's press moved money, by the payment and the press: ms of the till's monotonic clock. */
  movedByHand: Map<string, { at: number; period: number; goodsGone: boolean }>
  closings: ClosingPress[]
  /** The periods that are closed, oldest first. */
  closed: ClosedPeriod[]
  /** What moved and was not undone. */
  moves: MoneyMove[]
  /** The sales of which money moved, undone or not. */
  everMoved: Set<string>
  /** What a word (by its key) means since a person said so and the ledger has it. */
  meanings: Map<string, WordMeaning>
  /** Each meaning that the ledger has, with the payments that were unclear for its word by then. */
  givings: Giving[]
  /** What a person said of a field that speaks against a payment, by the payment's reference and the field. */
  fieldMeanings: Map<string, ObjectionMeaning>
  /** The words that the connection keeps since the till took a person's word for them, as its settings do. */
  words: Record<WordMeaning, string[]>
  /** When each account's payments were all looked at for the last time, the world being well. */
  lookedBack: Map<string, number>
  /** Since the till goes on from a backup. */
  restored: Restored | null
  clock: ClockFacts
  calm: Calm
}

/** A till that goes on from a backup, as the rules have to know it. Times in ms that really passed. */
export interface Restored {
  madeAt: number
  at: number
  /** What the backup has of each payment. */
  payments: ReadonlyMap<string, { payment: Payment; events: readonly PaymentEvent[] }>
}

/** Since when nothing slows the till down, but for the trouble of one payment at the most. */
export interface Calm {
  /** Null until the service has answered a call that began after the last disturbance. */
  since: number | null
  disturbedAt: number
  /** The reference of the one payment whose reads fail. */
  troubled: string | null
}

interface Busy {
  /** The payment's id. */
  payment: string
  until: number
}

export interface Pause {
  call: Call
  quietUntil: number
}

export interface Giving {
  meaning: WordMeaning
  paymentIds: readonly string[]
}

/** Words are the same whatever their case and the white space around them. */
export function wordKey(word: string): string {
  return word.trim().toLowerCase()
}

export interface ClockFacts {
  /** A person set the wall clock: the till may take an hour for a week. */
  wasSet: boolean
  /** The wall clock was set back while the till ran. */
  setBack: boolean
  /** It was set back where nothing in the till could notice it. */
  setBackUnseen: boolean
  /** By how much the service's `Date` headers are wrong, ms. */
  dateError: number
}

/** Nothing has happened yet. */
export function createFacts(dateError: number): Facts {
  return {
    drafts: new Map(),
    byDraftId: new Map(),
    byKey: new Map(),
    named: new Map(),
    calls: [],
    reads: new Map(),
    slowest: new Map(),
    mayWaitUntil: new Map(),
    busy: new Map(),
    slowed: new Set(),
    rejected: new Map(),
    cashierActions: [],
    signedIn: null,
    shiftMarks: [],
    drawer: [],
    undos: [],
    movedByHand: new Map(),
    closings: [],
    closed: [],
    moves: [],
    everMoved: new Set(),
    meanings: new Map(),
    givings: [],
    fieldMeanings: new Map(),
    words: structuredClone(noWords),
    lookedBack: new Map(),
    restored: null,
    clock: { wasSet: false, setBack: false, setBackUnseen: false, dateError },
    calm: { since: null, disturbedAt: 0, troubled: null },
  }
}

/** What a person said of this field of a payment is kept under it. */
export function fieldKey(reference: string | null, field: string): string {
  return `${reference} ${field}`
}

const readKey = (account: string | null, reference: string) => `${account} ${reference}`

/** The answers to status reads of a payment that the till has. */
export function readsDelivered(
  facts: Facts,
  { account, reference }: Payment,
): readonly Delivered[] {
  return reference === null ? [] : readsOfReference(facts, account, reference)
}

/** The same of any payment of an account, also of one that the till does not have. */
export function readsOfReference(
  facts: Facts,
  account: string | null,
  reference: string,
): readonly Delivered[] {
  return facts.reads.get(readKey(account, reference)) ?? []
}

/**
 * Could the till write what an answer said? A run that ended, or whose disk failed, in the moment that the answer
 * came may have lost it, and no later run can know of it.
 */
export function outlived({ deliveredAt, call }: Delivered): boolean {
  const { process } = call
  const endedAt = process.diskFailedAt ?? process.endedAt
  return endedAt === null || deliveredAt < endedAt
}

/** A draft that a person is about to ask payment for. */
export function addDraft(facts: Facts, name: string, draft: Draft, pressedAt: number): DraftFacts {
  const empty = {
    askedBy: [],
    takenAt: null,
    period: 1,
    paymentId: null,
    creates: [],
    readFrom: 0,
    answers: [],
    executions: [],
  }
  const drafted: DraftFacts = { name, draft, pressedAt, ...empty }
  facts.drafts.set(name, drafted)
  facts.byDraftId.set(draft.draftId, drafted)
  return drafted
}

/** The till has a payment on its disk: from now on its key tells whose a call is. */
export function noteRecorded(
  facts: Facts,
  payment: Payment,
  { now, period }: { now: number; period: number },
): void {
  const drafted =
    facts.byDraftId.get(payment.draftId) ?? facts.drafts.get(payment.customer.lastName)
  if (!drafted) return
  drafted.paymentId ??= payment.id
  drafted.takenAt ??= now
  drafted.period = period
  facts.byKey.set(payment.idempotencyKey, drafted)
}

/** The draft that a create is for: by its key, and where no ledger has that key by the name in its bytes. */
export function draftOf(
  facts: Facts,
  { idempotencyKey, body }: { idempotencyKey: string | null; body: PreparedRequest['body'] },
): DraftFacts | undefined {
  const byKey = facts.byKey.get(idempotencyKey ?? '')
  if (byKey) return byKey
  const name = facts.named.get(body) ?? readOrder(body)?.draft ?? ''
  facts.named.set(body, name)
  return facts.drafts.get(name)
}

/** The draft that a call is for. */
export function draftOfCall(facts: Facts, { idempotencyKey, text }: Call): DraftFacts | undefined {
  return draftOf(facts, { idempotencyKey, body: text })
}

export function noteCall(facts: Facts, call: Call): void {
  facts.calls.push(call)
  if (call.operation === 'create') draftOfCall(facts, call)?.creates.push(call)
}

export function noteDelivery(facts: Facts, delivered: Delivered): void {
  const { call } = delivered
  if (call.operation === 'create') draftOfCall(facts, call)?.answers.push(delivered)
  else {
    const of = readKey(accountOf(call.process.keys), call.text)
    const reads = facts.reads.get(of)
    if (reads) reads.push(delivered)
    else facts.reads.set(of, [delivered])
  }
  noteKeys(facts, delivered)
}

/** §5.6, by the service's own words: the keys are rejected, or work again. */
function noteKeys({ rejected }: Facts, delivered: Delivered): void {
  const { call, saying } = delivered
  const known = rejected.get(call.process) ?? []
  if (saying.about === 'refusal' && saying.httpStatus === 401)
    rejected.set(call.process, [...known, delivered])
  // What was on its way when they were rejected shows nothing, nor what left in that millisecond: only a later call does.
  else if (
    isBelievable(saying) &&
    call.at > (known.at(-1)?.deliveredAt ?? Number.NEGATIVE_INFINITY)
  )
    rejected.delete(call.process)
}

/** The service itself spoke, and it has no fault and no hurry. */
function isBelievable(saying: Saying): boolean {
  if (saying.about === 'refusal') return saying.httpStatus < 500 && saying.httpStatus !== 429
  return ['payment', 'other-payment', 'error-body'].includes(saying.about)
}

/** Something may slow the till down for a while from this moment on. */
export function endCalm(facts: Facts, at: number): void {
  const disturbedAt = Math.max(facts.calm.disturbedAt, at)
  facts.calm = { since: null, disturbedAt, troubled: null }
}

/** What an answer, or that none came, says of how fast the till may be; `now` is when it came. */
export function noteCalm(facts: Facts, delivered: Delivered | null, now: number): void {
  const { calm } = facts
  const saying = delivered?.saying
  if (saying?.about === 'payment') {
    if (delivered && delivered.call.at > calm.disturbedAt) calm.since ??= now
    return
  }
  const isOneTrouble =
    saying?.about === 'trouble' && (calm.troubled === null || calm.troubled === saying.reference)
  if (isOneTrouble && calm.since !== null) calm.troubled = saying.reference
  else endCalm(facts, now)
}

/** What a 503 says of a payment; `asked` in ms. Answers until when it says that the service wants no call at all. */
export function noteBusy(
  { busy }: Facts,
  process: Process,
  { payment, asked, now }: { payment: string; asked: number; now: number },
): number | null {
  const others = (busy.get(process) ?? []).filter(
    each => each.until > now && each.payment !== payment,
  )
  const all = asked > 0 ? [...others, { payment, until: now + asked }] : others
  busy.set(process, all)
  return others.length > 0 ? Math.max(...all.map(({ until }) => until)) : null
}

export function notePause(facts: Facts, pause: Pause): void {
  const longest = facts.slowest.get(pause.call.process)?.quietUntil ?? 0
  if (pause.quietUntil > longest) facts.slowest.set(pause.call.process, pause)
}
