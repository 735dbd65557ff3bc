import { z } from 'zod'
import {
  result as english,
  status as englishStatuses,
} from '../../../../resources/languages/en.json'
import {
  result as swahili,
  status as swahiliStatuses,
} from '../../../../resources/languages/sw.json'
import { type ConnectionKind, connectionKindSchema } from '../../../../shared/connection'
import type { Language } from '../../../../shared/language'
import { groupDigits } from '../../../../shared/money'
import {
  freshResult,
  isSeen,
  type ResultName,
  type ResultTone,
  resultOf,
  statusOfResult,
  toneOf,
} from '../../../../shared/payment/result'
import type { Sale } from '../../../../shared/payment/sale'
import type { Settings } from '../../../../shared/settings'
import type { Log } from '../../platform/log'
import type { DocumentStore } from '../../store/files/document-store'
import type { Ledger } from '../../store/ledger/ledger'

/** Makes results heard and seen, once each, until a person has acknowledged them. */
export interface Notifier {
  /** A sale has changed: called after each commit, with what the sale was before. */
  saleChanged(sale: Sale, before: Sale | null): void
  /**
   * The sales of the active connection whose results wait, the oldest first; also what was paid in the
   * moment that the till died in, between the ledger's commit and this list.
   */
  takeUp(ledger: Pick<Ledger, 'find' | 'recent'>): readonly Sale[]
  acknowledge(saleId: string): void
}

/** The cashier's window and desktop, as far as results need it. */
export interface NotifierWindows {
  /** Whether the till's window is in front. */
  isInFront(): boolean
  sound(tone: ResultTone): void
  notify(notice: NotificationText, clicked: () => void): void
  /** Brings the till to the front, with this sale. */
  showSale(saleId: string): void
}

interface NotifierDeps {
  document: UnseenDocument
  settings: () => Settings
  tillWindows: NotifierWindows
  /** All that waits to be seen now, the oldest first; null when nothing sells. */
  ledger: () => Pick<Ledger, 'find'> | null
  changed: (unseen: readonly Sale[]) => void
}

/** More than a till settles in the moment that it dies in. */
const mostMissed = 30

/** A notifier that goes on with what was not acknowledged when the till last stopped. */
export function createNotifier(deps: NotifierDeps): Notifier {
  const { document, tillWindows, settings } = deps

  function saleChanged(sale: Sale, before: Sale | null): void {
    const { active } = settings()
    if (active === null) return
    const fresh = freshResult(before, sale)
    const waited = document.all().some(entry => entry.saleId === sale.id)
    const others = document.all().filter(entry => entry.saleId !== sale.id)
    if (fresh !== null) put([...others, { saleId: sale.id, kind: active }])
    // What no longer waits to be seen, such as a sale that goes on after it was held.
    else if (waited && !waits(sale)) put(others)
    if (fresh !== null) announce(sale, fresh, active)
  }

  function announce(sale: Sale, result: ResultName, kind: ConnectionKind): void {
    const { alerts, display } = settings()
    tillWindows.sound(toneOf(result))
    if (!alerts.notices || tillWindows.isInFront()) return
    const facts = { kind, language: display.language, amounts: alerts.noticeAmounts }
    tillWindows.notify(notificationText(sale, result, facts), () => tillWindows.showSale(sale.id))
  }

  function takeUp(ledger: Pick<Ledger, 'find' | 'recent'>): readonly Sale[] {
    const { active } = settings()
    const known = new Set(document.all().map(({ saleId }) => saleId))
    const missed = ledger
      .recent(mostMissed)
      .filter(sale => resultOf(sale) === 'paid' && waits(sale) && !known.has(sale.id))
      .filter(({ settledAt }) => (settledAt ?? 0) > document.until())
      .reverse()
    if (active === null || missed.length === 0) return unseen(ledger)
    const entries = missed.map(({ id }) => ({ saleId: id, kind: active }))
    const last = Math.max(...missed.map(({ settledAt }) => settledAt ?? 0))
    document.put([...document.all(), ...entries], last)
    return unseen(ledger)
  }

  function put(entries: readonly UnseenEntry[]): void {
    document.put(entries)
    const ledger = deps.ledger()
    if (ledger) deps.changed(unseen(ledger))
  }

  function unseen(ledger: Pick<Ledger, 'find'>): readonly Sale[] {
    const { active } = settings()
    return document
      .all()
      .filter(({ kind }) => kind === active)
      .map(({ saleId }) => ledger.find(saleId))
      .filter(sale => sale !== null)
      .filter(waits)
  }

  return {
    saleChanged,
    takeUp,
    acknowledge(saleId) {
      const others = document.all().filter(entry => entry.saleId !== saleId)
      if (others.length < document.all().length) put(others)
    },
  }
}

function waits(sale: Sale): boolean {
  return resultOf(sale) !== null && !isSeen(sale)
}

const entrySchema = z.strictObject({ saleId: z.uuid(), kind: connectionKindSchema })

/** A sale whose result waits to be seen, and the connection it belongs to. */
export type UnseenEntry = z.infer<typeof entrySchema>

const documentSchema = z.strictObject({
  version: z.literal(1),
  unseen: z.array(entrySchema),
  /** Wall clock, ms: results up to here were taken in. Never goes back, also where the clock does. */
  until: z.int().nonnegative(),
})

/** Which results wait to be seen, over a reload and a restart, the oldest first. */
export interface UnseenDocument {
  all(): readonly UnseenEntry[]
  /** `takenIn`: when the last of them came, where that is known, wall clock, ms. */
  put(entries: readonly UnseenEntry[], takenIn?: number): void
  /** Until when results were taken in, wall clock, ms: a later one was missed by a till that died. */
  until(): number
}

/** More than a counter can bear to look through: the oldest go, and stay in the list of payments. */
const most = 100

/**
 * The document as it was left. What cannot be read or written is logged and worked without: the money
 * is in the ledger, and nothing of this may stop a sale.
 */
export function openUnseen(store: DocumentStore, log: Log, now: () => number): UnseenDocument {
  let { unseen, until } = read(store, log) ?? { unseen: [], until: now() }
  return {
    all: () => unseen,
    until: () => until,
    put(next, takenIn = 0) {
      if (next.length === 0 && unseen.length === 0) return
      unseen = next.slice(-most)
      until = Math.max(until, takenIn, now())
      try {
        store.write({ version: 1, unseen, until })
      } catch (error) {
        log.warn('unseen-not-kept', { error })
      }
    },
  }
}

function read(store: DocumentStore, log: Log): z.infer<typeof documentSchema> | null {
  try {
    const stored = store.read()
    if (stored.state === 'none') return null
    const parsed = stored.state === 'read' ? documentSchema.safeParse(stored.document) : null
    if (parsed?.success) return parsed.data
    log.warn('unseen-set-aside', { file: store.quarantine() })
  } catch (error) {
    log.warn('unseen-not-read', { error })
  }
  return null
}

/** A notification of the desktop. */
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

const languages = { en: english, sw: swahili }
const statuses = { en: englishStatuses, sw: swahiliStatuses }

/**
 * What the desktop says of a result. Anyone at the counter can read it: no name, and of the
 * number its last three digits. Practice and sandbox are marked.
 */
export function notificationText(
  { amount, msisdn }: Pick<Sale, 'amount' | 'msisdn'>,
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
