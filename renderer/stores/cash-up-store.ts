import { create } from 'zustand'

interface CashUpDraft {
  /** Who decides: another person begins with nothing decided. Null on a till without staff. */
  person: string | null
  /** The period that this is about; another one begins with nothing decided. */
  period: number
  /** Why a payment may stay open, by its id. */
  reasons: Readonly<Record<string, string>>
  /** Counted cash as typed, by currency. */
  counted: Readonly<Record<string, string>>
  /** What the drawer began with, as typed, by currency. */
  floats: Readonly<Record<string, string>>
}

const nothing: CashUpDraft = { person: null, period: 0, reasons: {}, counted: {}, floats: {} }

/**
 * What was decided before closing. Kept outside the screen: a person who goes to settle one payment comes
 * back to what they had signed off already.
 */
export const useCashUpDraft = create<CashUpDraft>(() => nothing)

/** Begins with nothing decided where another period is on the screen, or another person before it. */
export function draftFor(period: number, person: string | null): void {
  const draft = useCashUpDraft.getState()
  const isOther = draft.person !== null && draft.person !== person
  const isNew = draft.period !== period || isOther
  useCashUpDraft.setState({ ...(isNew && nothing), period, person })
}

/** Keeps a reason for each of these payments. */
export function signOff(paymentIds: readonly string[], reason: string): void {
  const added = Object.fromEntries(paymentIds.map(id => [id, reason]))
  useCashUpDraft.setState(({ reasons }) => ({ reasons: { ...reasons, ...added } }))
}

/** Keeps what was typed as counted cash. */
export function countCash(currency: string, typed: string): void {
  useCashUpDraft.setState(({ counted }) => ({ counted: { ...counted, [currency]: typed } }))
}

/** Keeps what was typed as the drawer's float. */
export function setFloat(currency: string, typed: string): void {
  useCashUpDraft.setState(({ floats }) => ({ floats: { ...floats, [currency]: typed } }))
}

/** The period whose float a person skipped: it is asked for again at the cash-up. */
export const useSkippedFloat = create<{ period: number | null }>(() => ({ period: null }))

/** The cash-up that this window has just closed, and whether its paper is still to be printed. */
export const useJustClosed = create<{ number: number | null; toPrint: boolean }>(() => ({
  number: null,
  toPrint: false,
}))

/** A day was closed here: its paper is printed, once. */
export function noteClosed(number: number): void {
  useJustClosed.setState({ number, toPrint: true })
}

/** True for the first to ask: a paper that prints itself does so once. */
export function takePrinting(number: number): boolean {
  const { number: closed, toPrint } = useJustClosed.getState()
  if (closed !== number || !toPrint) return false
  useJustClosed.setState({ toPrint: false })
  return true
}
