import { useRef, useState } from 'react'
import { type ChargingSettings, needsReadBack } from '../../../shared/charging'
import type { Failure } from '../../../shared/ipc/result'
import type { CashDraft, Draft } from '../../../shared/payment/draft'
import { sumOfLines } from '../../../shared/payment/lines'
import type { Payment } from '../../../shared/payment/payment'
import { discountOf, isDiscountAbove } from '../../../shared/sale/lines'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { noteEarlier } from '../../sale-status/earlier-press'
import {
  currencyOf,
  leaveField,
  renewDraft,
  startNextSale,
  startRest,
  useChargeForm,
} from '../../stores/charge-form'
import { fieldOrder, findProblems } from '../../stores/charge-problems'
import { joinRecent } from '../../stores/payments-store'
import { useTill } from '../../stores/till-store'
import { show, useView } from '../../stores/view-store'
import { buildCashDraft, buildDraft } from './build-draft'
import { lookUp } from './customer-lookup'
import { enterStep } from './enter-step'

/** A payment that may go once the customer sees no prompt of an earlier request. */
interface PromptAsked {
  draft: Draft
  /** The earlier payment to that phone. */
  earlier: string
}

export type Charge = ReturnType<typeof useCharge>

/** The Charge screen's one action: judge the form, read it back if large, ask main for the payment, open it. */
export function useCharge() {
  const settings = useTill(state => state.settings)
  const { shop, charging } = settings
  const form = useRef<HTMLFormElement>(null)
  /** The payment that waits for being read back, or null. */
  const [readBack, setReadBack] = useState<Draft | null>(null)
  const [promptAsked, setPromptAsked] = useState<PromptAsked | null>(null)
  const { run, busy, failure, forget } = useCall(
    async (draft: Draft) => (await unapproved(draft, charging)) ?? till.payments.request(draft),
  )
  const cash = useCall(
    async (draft: CashDraft) => (await unapproved(draft, charging)) ?? till.cash.record(draft),
  )

  const send = async (draft: Draft) => {
    const answer = await run(draft)
    if (!answer) return
    if (!answer.ok) {
      if (answer.code === 'prompt-may-be-gone')
        setPromptAsked({ draft, earlier: answer.busy?.paymentId ?? '' })
      return
    }
    setPromptAsked(null)
    joinRecent(answer.value)
    if (!isPaymentOf(answer.value, draft)) keepForm(answer.value)
    // Cleared meanwhile, the form is the next customer's.
    else if (useChargeForm.getState().draftId === draft.draftId) startNextSale(settings)
    // A cashier who went elsewhere in the meantime is not called back.
    if (useView.getState().view.name === 'charge')
      show({ name: 'live', paymentId: answer.value.id })
  }
  const takeCash = async (draft: CashDraft) => {
    const answer = await cash.run(draft)
    if (!answer?.ok) return
    const payment = answer.value
    joinRecent(payment)
    const rest = payment.total - payment.amount.value
    // A part that began a sale leads on to what is left; a later one to the screen that says what is.
    if (payment.sale === payment.id && rest > 0) return startRest(settings, payment, rest)
    startNextSale(settings)
    if (useView.getState().view.name === 'charge') show({ name: 'live', paymentId: payment.id })
  }
  const submit = async () => {
    // A number pad is faster than the book: what it knows of the number belongs to the payment.
    await lookUp(useChargeForm.getState().fields.phone, shop)
    const { channel } = useChargeForm.getState()
    const problems = findProblems(useChargeForm.getState(), shop.country, charging)
    const wrong = fieldOrder.find(name => problems[name])
    useChargeForm.setState({ pressed: wrong !== undefined })
    if (wrong) return focusField(form.current, wrong)
    const cashDraft = channel === 'cash' ? buildCashDraft(useChargeForm.getState()) : null
    if (cashDraft) return takeCash(cashDraft)
    const draft = buildDraft(useChargeForm.getState())
    if (!draft) return
    const asked = { currency: currencyOf(channel, shop), value: draft.value }
    if (needsReadBack(asked, charging)) setReadBack(draft)
    else await send(draft)
  }
  /** What Enter means in the field that has the focus. */
  const enter = async () => {
    const focused = document.activeElement
    const name = focused instanceof HTMLInputElement ? focused.name : ''
    // The customer book decides whether the name must be typed.
    await lookUp(useChargeForm.getState().fields.phone, shop)
    const step = enterStep({ ...useChargeForm.getState(), focused: name, country: shop.country })
    if (name === 'amount' || name === 'phone') leaveField(name)
    // What was typed before may be another customer's: their number is in sight before anything is sent.
    if (step === 'send' && name === 'amount' && useChargeForm.getState().resumed)
      return focusField(form.current, 'phone', 'select')
    if (step === 'send') submit()
    else focusField(form.current, step)
  }
  const confirm = (draft: Draft) => {
    setReadBack(null)
    send(draft)
  }
  return {
    form,
    enter,
    submit,
    busy: busy || cash.busy,
    failure: failure ?? cash.failure,
    forget() {
      forget()
      cash.forget()
    },
    readBack,
    confirm,
    goBack: () => setReadBack(null),
    promptAsked,
    /** The customer sees no prompt. */
    confirmNoPrompt() {
      if (promptAsked) send({ ...promptAsked.draft, customerSeesNoPrompt: true })
    },
    leavePrompt() {
      setPromptAsked(null)
      forget()
    },
  }
}

/** Asks a manager for a discount that takes one; null where it is approved, or takes none. */
async function unapproved(
  { draftId, lines, sale }: Draft | CashDraft,
  { discountLimit }: ChargingSettings,
): Promise<Failure | null> {
  if (sale !== null || !isDiscountAbove(lines, discountLimit)) return null
  const discount = { draftId, discount: discountOf(lines), total: sumOfLines(lines) }
  const answer = await till.payments.discount(discount)
  return answer.ok ? null : answer
}

/** An earlier press had been recorded although its answer was lost, and the form was edited since. */
function keepForm(payment: Payment): void {
  renewDraft()
  noteEarlier(payment.id)
}

function isPaymentOf(payment: Payment, draft: Draft): boolean {
  return payment.channel === draft.channel && payment.amount.value === draft.value
}

export function focusField(form: HTMLFormElement | null, name: string, select?: 'select'): void {
  const field = form?.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  if (select) field.select()
}
