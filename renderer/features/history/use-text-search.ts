import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type Result, success } from '../../../shared/ipc/result'
import { everyPayment, longestSearch } from '../../../shared/payment/payments-filter'
import type { LookedUp } from '../../../shared/payment/service-payment'
import type { FromShop, OtherTillsPayment } from '../../../shared/shop-meeting'
import { till } from '../../bridge/till'
import { useAnswer } from '../../hooks/use-answer'
import { useEnter } from '../../hooks/use-enter'
import type { ListedSale } from '../../sale-status/listed-sale'
import { type FoundList, useFoundSales } from '../../sale-status/use-found-sales'
import { closeDidItGoThrough, useDidItGoThrough } from '../../stores/did-it-go-through-store'
import { addPayments } from '../../stores/payments-store'
import { useTill } from '../../stores/till-store'
import { show } from '../../stores/view-store'
import { isEnter } from '../../typing/is-enter'
import { isUnfoundReference, referenceIn } from './filter'

/** As many as a cashier reads through; to find more there is Payments. */
const shownAtOnce = 12

/** As many payments of other tills as fit under the till's own. */
const shownOfOthers = 5

/** The ids of rows in the page. */
export const ownRowId = ({ lead }: Pick<ListedSale, 'lead'>) => `quick-${lead.sale}`
export const othersRowId = ({ till, payment }: OtherTillsPayment) =>
  `quick-${till.id}-${payment.id}`

export function openPayment(paymentId: string): void {
  closeDidItGoThrough()
  show({ name: 'live', paymentId })
}

/** Opens it to be read, and nothing else. */
export function openOtherTillsPayment({ till, payment }: OtherTillsPayment): void {
  closeDidItGoThrough()
  show({ name: 'otherTill', till: till.id, paymentId: payment.id })
}

/** Whether the service may be asked: not before the search has shown that this till does not have it. */
function isOffered(reference: string | null, { answered, sales }: FoundList): boolean {
  if (reference === null || !answered) return false
  const payments = sales.flatMap(sale => sale.payments)
  return payments.length === 0 || isUnfoundReference(reference, payments)
}

/** What is typed, what it finds, and which of it is chosen. */
export function useTextSearch() {
  const [text, setText] = useState(() => useDidItGoThrough.getState().text)
  const [movedTo, choose] = useState<string | null>(null)
  const filter = useMemo(
    () => ({
      ...everyPayment,
      phone: 'ending' as const,
      text: text.trim().slice(0, longestSearch),
    }),
    [text],
  )
  const list = useFoundSales(filter, shownAtOnce)
  // Not before the own list is there, which is above them: a row that a person presses does not move.
  const isOwnThere = list.answered || list.failure !== null
  const others = useOtherTills(isOwnThere ? text : null, shownOfOthers)
  const rows = [
    ...list.sales.map(sale => ({ id: ownRowId(sale), open: () => openPayment(sale.lead.id) })),
    ...(text.trim() === '' ? [] : othersIn(others)).map(one => ({
      id: othersRowId(one),
      open: () => openOtherTillsPayment(one),
    })),
  ]
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => id === movedTo),
  )
  // What Enter opens: the till's newest payment, until a person moves.
  const chosen = rows[index]
  const chosenId = chosen?.id
  const reference = referenceIn(text)
  const offered = isOffered(reference, list)
  const lookUp = useLookUp(reference, openPayment)
  const onEnter = useEnter(text, list.current, () => {
    if (chosen) chosen.open()
    else if (offered) lookUp.ask()
  })

  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      choose(rows[index + step]?.id ?? movedTo)
    }
    if (isEnter(event)) onEnter()
    // Otherwise the browser takes the first Escape to empty the field.
    if (event.key === 'Escape') {
      event.preventDefault()
      closeDidItGoThrough()
    }
  }
  return {
    text,
    setText: (typed: string) => {
      setText(typed)
      choose(null)
    },
    list,
    others,
    chosenId,
    choose,
    onKeyDown,
    offered,
    lookUp,
  }
}

/** What the service says of a reference that was typed or scanned. */
export type LookUp = ReturnType<typeof useLookUp>

/** Asks main about a reference, null where what was typed is none. Other text drops what was told. */
export function useLookUp(reference: string | null, openPayment: (paymentId: string) => void) {
  const [asking, setAsking] = useState<string | null>(null)
  const [told, setTold] = useState<{ reference: string; answer: Result<LookedUp> } | null>(null)
  const wanted = useRef(reference)
  useEffect(() => {
    wanted.current = reference
    // An answer that comes after the dialog was closed must not open a payment.
    return () => {
      wanted.current = null
    }
  }, [reference])

  const ask = async () => {
    if (reference === null || asking === reference) return
    setAsking(reference)
    const answer = await till.payments.lookUp({ reference })
    setAsking(now => (now === reference ? null : now))
    // What was typed is something else by now.
    if (wanted.current !== reference) return
    if (!answer.ok || answer.value.kind === 'other') return setTold({ reference, answer })
    addPayments([answer.value.payment])
    openPayment(answer.value.payment.id)
  }

  const current = told !== null && told.reference === reference ? told.answer : null
  return {
    busy: reference !== null && asking === reference,
    payment: current?.ok && current.value.kind === 'other' ? current.value.payment : null,
    failure: current?.ok === false ? current : null,
    ask,
  }
}

/** Other tills' payments for what was typed; null while they are asked for the first time. */
export type OtherTillsList = FromShop<readonly OtherTillsPayment[]> | null

/** A payment that another till has just seen paid is here within a second, ms. */
const pause = 300

/** Read again and again while it is shown. Null, and a till in no shop of many tills, asks nothing. */
export function useOtherTills(text: string | null, limit: number): OtherTillsList {
  const isAlone = useTill(({ shopDatabase }) => shopDatabase === null)
  const asked = isAlone || text === null ? null : text.trim().slice(0, longestSearch)
  const ask = async (typed: string): Promise<Result<OtherTillsList>> => {
    const answer = await till.meeting.find({ text: typed, limit })
    return answer.ok ? answer : success({ state: 'away', fault: null })
  }
  const { value } = useAnswer(asked === null ? null : () => ask(asked), asked, { every: pause })
  return isAlone ? { state: 'alone' } : value
}

/** The payments of a list; none while it is not there. */
export function othersIn(list: OtherTillsList): readonly OtherTillsPayment[] {
  return list?.state === 'answered' ? list.value : []
}
