import { z } from 'zod'
import * as english from '../../../../resources/languages/en.json'
import * as swahili from '../../../../resources/languages/sw.json'
import { type ConnectionKind, connectionKindSchema } from '../../../../shared/connection'
import type { HandlersOf } from '../../../../shared/ipc/handlers'
import { type Result, success } from '../../../../shared/ipc/result'
import type { Language } from '../../../../shared/language'
import { groupDigits } from '../../../../shared/money'
import type { Payment } from '../../../../shared/payment/payment'
import {
  freshResult,
  isSeen,
  type ResultName,
  type ResultTone,
  resultOf,
  statusOfResult,
  toneOf,
} from '../../../../shared/payment/result'
import type { Settings } from '../../../../shared/settings'
import type { WithEngine } from '../../connections/with-engine'
import type { Log } from '../../platform/log'
import type { DocumentStore } from '../../store/files/document-store'
import type { Ledger } from '../../store/ledger/ledger'

/** The cashier's window and desktop, as far as results need it. */
export interface NotifierWindows {
  /** Whether the till's window is in front. */
  isInFront(): boolean
  sound(tone: ResultTone): void
  notify(notice: NotificationText, clicked: () => void): void
  /** Brings the till to the front, with this payment. */
  showPayment(paymentId: string): void
}

/** More results than a till can get between the last write and a crash. */
const mostMissed = 30

/**
 * Makes results heard and seen, once each, until a person has acknowledged them. Goes on with what was not
 * acknowledged when the till last stopped.
 */
export class Notifier implements HandlersOf<'results'> {
  constructor(
    private readonly parts: {
      unseen: UnseenResults
      withEngine: WithEngine
      settings: () => Settings
      tillWindows: NotifierWindows
      /** A desktop that everyone sees shows nothing of a payment while no person is signed in. */
      isLocked: () => boolean
      /** The ids of all that waits to be seen now, the oldest first. */
      changed: (unseen: readonly string[]) => void
    },
  ) {}

  /** A payment has changed: called after each commit, with what the payment was before. */
  paymentChanged(payment: Payment, before: Payment | null): void {
    const { active } = this.parts.settings()
    if (active === null) return
    const all = this.parts.unseen.all()
    const fresh = freshResult(before, payment)
    const others = all.filter(entry => entry.paymentId !== payment.id)
    if (fresh !== null) this.put([...others, { paymentId: payment.id, kind: active }])
    // What no longer waits to be seen, such as a payment that goes on after it was held.
    else if (others.length < all.length && !waits(payment)) this.put(others)
    if (fresh !== null) this.announce(payment, fresh, active)
  }

  /**
   * The payments of the active connection whose results wait, the oldest first; also what was paid in the
   * moment that the till died in, between the ledger's commit and this list.
   */
  unseen(): Promise<Result<readonly Payment[]>> {
    return this.parts.withEngine(({ ledger }) => success(this.withMissed(ledger)))
  }

  acknowledge({ paymentId }: { paymentId: string }): Result<null> {
    const all = this.parts.unseen.all()
    const others = all.filter(entry => entry.paymentId !== paymentId)
    if (others.length < all.length) this.put(others)
    return success(null)
  }

  /** As `unseen`. */
  withMissed(ledger: Pick<Ledger, 'find' | 'recent'>): readonly Payment[] {
    const { unseen, settings } = this.parts
    const { active } = settings()
    const known = new Set(unseen.all().map(({ paymentId }) => paymentId))
    const missed = ledger
      .recent(mostMissed)
      .filter(payment => resultOf(payment) === 'paid' && waits(payment) && !known.has(payment.id))
      .filter(({ settledAt }) => (settledAt ?? 0) > unseen.until())
      .reverse()
    if (active === null || missed.length === 0) return this.waiting(ledger)
    const entries = missed.map(({ id }) => ({ paymentId: id, kind: active }))
    const last = Math.max(...missed.map(({ settledAt }) => settledAt ?? 0))
    unseen.put([...unseen.all(), ...entries], last)
    return this.waiting(ledger)
  }

  private announce(payment: Payment, result: ResultName, kind: ConnectionKind): void {
    const { settings, tillWindows, isLocked } = this.parts
    const { alerts, display } = settings()
    tillWindows.sound(toneOf(result))
    if (!alerts.notices || isLocked() || tillWindows.isInFront()) return
    const facts = { kind, language: display.language, amounts: alerts.noticeAmounts }
    tillWindows.notify(notificationText(payment, result, facts), () =>
      tillWindows.showPayment(payment.id),
    )
  }

  private put(entries: readonly UnseenEntry[]): void {
    this.parts.unseen.put(entries)
    this.parts.changed(this.ids())
  }

  private ids(): readonly string[] {
    const { active } = this.parts.settings()
    return this.parts.unseen
      .all()
      .flatMap(({ paymentId, kind }) => (kind === active ? paymentId : []))
  }

  /** The payments of the active connection whose results wait, the oldest first. */
  waiting(ledger: Pick<Ledger, 'find'>): readonly Payment[] {
    return this.ids()
      .map(id => ledger.find(id))
      .filter(payment => payment !== null)
      .filter(waits)
  }
}

function waits(payment: Payment): boolean {
  return resultOf(payment) !== null && !isSeen(payment)
}

const entrySchema = z.strictObject({ paymentId: z.uuid(), kind: connectionKindSchema })

/** A payment whose result waits to be seen, and the connection it belongs to. */
type UnseenEntry = z.infer<typeof entrySchema>

const documentSchema = z.strictObject({
  version: z.literal(1),
  unseen: z.array(entrySchema),
  /** Wall clock, ms: results up to here were taken in. Never goes back, also where the clock does. */
  until: z.int().nonnegative(),
})

/** More than a counter can bear to look through: the oldest go, and stay in the list of payments. */
const most = 100

/**
 * Which results wait to be seen, over a reload and a restart, the oldest first. What cannot be read or written is
 * logged and worked without: the money is in the ledger, and nothing of this may stop a payment.
 */
export class UnseenResults {
  private unseen: readonly UnseenEntry[]
  private takenInUntil: number

  constructor(
    private readonly store: DocumentStore,
    private readonly log: Log,
    private readonly now: () => number,
  ) {
    const { unseen, until } = this.read() ?? { unseen: [], until: now() }
    this.unseen = unseen
    this.takenInUntil = until
  }

  all(): readonly UnseenEntry[] {
    return this.unseen
  }

  /** Until when results were taken in, wall clock, ms: a later one was missed by a till that died. */
  until(): number {
    return this.takenInUntil
  }

  /** `takenIn`: when the last of them came, where that is known, wall clock, ms. */
  put(next: readonly UnseenEntry[], takenIn = 0): void {
    if (next.length === 0 && this.unseen.length === 0) return
    this.unseen = next.slice(-most)
    this.takenInUntil = Math.max(this.takenInUntil, takenIn, this.now())
    try {
      this.store.write({ version: 1, unseen: this.unseen, until: this.takenInUntil })
    } catch (error) {
      this.log.warn('unseen-not-kept', { error })
    }
  }

  private read(): z.infer<typeof documentSchema> | null {
    const { store, log } = this
    try {
      const stored = store.read()
      if (stored !== null) return documentSchema.parse(stored)
    } catch (error) {
      log.warn('unseen-not-read', { error })
    }
    return null
  }
}

export interface NotificationText {
  title: string
  body: string
}

interface NoticeFacts {
  kind: ConnectionKind
  language: Language
  /** Whether it may say how much. */
  amounts: boolean
}

const languages = { en: english.result, sw: swahili.result }
const statuses = { en: english.status, sw: swahili.status }

/**
 * What the desktop says of a result. Anyone at the counter can read it: no name, and of the
 * number its last three digits. Practice and sandbox are marked.
 */
function notificationText(
  { amount, msisdn }: Pick<Payment, 'amount' | 'msisdn'>,
  result: ResultName,
  { kind, language, amounts }: NoticeFacts,
): NotificationText {
  const words = languages[language]
  const facts = {
    amount: `${amount.currency} ${groupDigits(amount.value)}`,
    ending: msisdn.slice(-3),
  }
  const practising = kind === 'production' ? '' : `${words.mark[kind]} · `
  const body = fill(amounts ? words.notice.amount : words.notice.plain, facts)
  return {
    title: `${practising}${statuses[language][statusOfResult[result]]}`,
    body: `${body} ${words.notice.open}`,
  }
}

function fill(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => facts[name] ?? '')
}
