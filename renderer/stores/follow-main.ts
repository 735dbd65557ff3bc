import { create } from 'zustand'
import { usualMethod } from '../../shared/charging'
import type { TillState } from '../../shared/ipc/till-state'
import { isOpen } from '../../shared/payment/actions'
import { listen, till } from '../bridge/till'
import { startNextSale, useChargeForm } from './charge-form'
import { useConnectionTest } from './connection-test-store'
import { closeDidItGoThrough } from './did-it-go-through-store'
import { inLedgerOrder } from './ledger-order'
import { noteSilent } from './others-silent'
import { applyPayment, applySale, fillRecent, forgetPayments, usePayments } from './payments-store'
import { useTillStore } from './till-store'
import { applyUnseen, readUnseen } from './unseen-store'
import { isLocked } from './use-staff'
import { remembered, show, type View } from './view-store'

/**
 * Keeps the stores as main says. Listens first and asks then: main sends in order, so what comes
 * later is newer. Returns the function that stops it.
 */
export function followMain(): () => void {
  const stops = [
    listen('tillChanged', applyTill),
    listen('saleChanged', applySale),
    listen('paymentChanged', applyPayment),
    listen('unseenChanged', applyUnseen),
    listen('othersSilent', noteSilent),
    listen('paymentWanted', ({ paymentId }) => show({ name: 'live', paymentId })),
  ]
  askState()
  return () => {
    for (const stop of stops) stop()
  }
}

/** Reads the recent payments again, for example after it failed. */
export async function readRecent(): Promise<void> {
  const asked = useTillStore.getState().till?.active
  const answer = await till.payments.recent()
  // Another connection was chosen in the meantime: these are not its payments.
  if (useTillStore.getState().till?.active !== asked) return
  if (!answer.ok) return usePayments.setState({ failure: answer, loaded: true })
  fillRecent(answer.value)
  readUnseen()
  showRunningPayment()
}

async function askState(): Promise<void> {
  const answer = await till.till.state()
  if (answer.ok) applyTill(answer.value)
  else useTillStore.setState({ failure: answer })
}

function applyTill(state: TillState): void {
  const before = useTillStore.getState().till
  useTillStore.setState({ till: state, saidAt: performance.now(), failure: null })
  const changed = before !== null && before.active !== state.active
  beginAsMostPay(before, state)
  if (changed) {
    forgetPayments()
    show(placeAfterSwitch())
  }
  prepareForPerson(state)
  // Main sends no payment while the till is locked: what is here belongs to the person who left.
  if (isLocked(state)) {
    forgetPayments()
    return
  }
  const begins = sells(state) && (before === null || !sells(before))
  // While a connection is being changed main has no payments to give: asked again once it has.
  const missed = usePayments.getState().failure !== null
  if (state.stage.name === 'selling' && (begins || changed || missed)) readRecent()
}

/** A form that nothing is typed in yet begins as the owner says now. */
function beginAsMostPay(before: TillState | null, { settings: { charging } }: TillState): void {
  const usual = usualMethod(charging)
  const known = before && usualMethod(before.settings.charging)
  if (usual !== known && useChargeForm.getState().filledBy === 'nobody')
    useChargeForm.setState({ channel: usual })
}

function sells(state: TillState): boolean {
  return state.stage.name === 'selling' && !isLocked(state)
}

/** Who has just connected reads what the service says to it; everyone else goes on to sell. */
function placeAfterSwitch(): View {
  const { asking } = useConnectionTest.getState()
  return asking ? { name: 'settings', tab: 'connection' } : { name: 'charge' }
}

/** A window that opens while a payment runs shows it, unless the cashier had been elsewhere. */
function showRunningPayment(): void {
  if (remembered()) return
  const { byId } = usePayments.getState()
  const newest = Object.values(byId).filter(isOpen).sort(inLedgerOrder).at(-1)
  if (newest) show({ name: 'live', paymentId: newest.id })
}

/** Who was at the till last, as far as this window knows; null on a till without staff. */
const useLastPerson = create<{ id: string | null }>(() => ({ id: null }))

/**
 * The same person finds what they left; another person finds a till that is theirs: not the customer that
 * another cashier was typing.
 */
export function prepareForPerson(state: Pick<TillState, 'staff' | 'settings'>): void {
  if (isLocked(state)) closeDidItGoThrough()
  const { staff } = state
  if (staff.state === 'none') useLastPerson.setState({ id: null })
  if (staff.state !== 'signed-in') return
  const before = useLastPerson.getState().id
  useLastPerson.setState({ id: staff.person.id })
  if (before === null || before === staff.person.id) return
  startNextSale(state.settings)
  show({ name: 'charge' })
  // The till was locked when that payment's screen was left: main took no word of it from then.
  till.customer.showPayment({ paymentId: null })
}
