import type { ConnectionKind } from '../../../../shared/connection'
import {
  freshResult,
  isSeen,
  type ResultName,
  type ResultTone,
  resultOf,
  toneOf,
} from '../../../../shared/payment/result'
import type { Sale } from '../../../../shared/payment/sale'
import type { Settings } from '../../../../shared/settings'
import type { Ledger } from '../../store/ledger/ledger'
import { type NotificationText, notificationText } from './notification-text'
import type { UnseenDocument, UnseenEntry } from './unseen-results'

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
