import { useRef } from 'react'
import type { Failure } from '../../../shared/ipc/answer'
import type { Draft } from '../../../shared/payment/draft'
import type { Sale } from '../../../shared/payment/sale'
import { till } from '../../bridge/till'
import { joinRail } from '../../state/sales-store'
import { useTill } from '../../state/till-store'
import { useCall } from '../../state/use-call'
import { show, useView } from '../../state/view-store'
import { noteEarlier } from '../live/earlier-press'
import { buildDraft } from './build-draft'
import { renewDraft, startForm, useChargeForm } from './charge-form'
import { fieldOrder, findProblems } from './problems'

/** The Charge screen's one action: judge the form, ask main for the sale, open it. */
export function useCharge(): {
  form: React.RefObject<HTMLFormElement | null>
  submit: () => void
  busy: boolean
  failure: Failure | null
  forget: () => void
} {
  const shop = useTill(state => state.settings.shop)
  const form = useRef<HTMLFormElement>(null)
  const { run, busy, failure, forget } = useCall((draft: Draft) => till.sales.request(draft))

  const submit = async () => {
    const { channel, fields } = useChargeForm.getState()
    const problems = findProblems(channel, fields, shop.country)
    const wrong = fieldOrder.find(name => problems[name])
    useChargeForm.setState({ pressed: wrong !== undefined })
    if (wrong) return focusField(form.current, wrong)
    const draft = buildDraft(useChargeForm.getState())
    const answer = draft && (await run(draft))
    if (!draft || !answer?.ok) return
    joinRail(answer.value)
    if (isSaleOf(answer.value, draft)) startForm(shop)
    else keepForm(answer.value)
    // A cashier who went elsewhere in the meantime is not called back.
    if (useView.getState().view.name === 'charge') show({ name: 'live', saleId: answer.value.id })
  }
  return { form, submit, busy, failure, forget }
}

/** An earlier press had been recorded although its answer was lost, and the form was edited since. */
function keepForm(sale: Sale): void {
  renewDraft()
  noteEarlier(sale.id)
}

function isSaleOf(sale: Sale, draft: Draft): boolean {
  return sale.channel === draft.channel && sale.amount.value === draft.value
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.focus()
}
