import { PromptDialog } from '../../sale-status/prompt-dialog'
import { useSale } from '../../stores/sales-store'
import { show } from '../../stores/view-store'
import type { Charge } from './use-charge'

/** The question about an earlier request to the number that was typed, before a new one is sent. */
export function EarlierPromptDialog({ charge }: { charge: Charge }) {
  const { busy, failure, promptAsked, leavePrompt } = charge
  const earlier = failure?.busy?.saleId ?? promptAsked?.earlier ?? ''
  return (
    <PromptDialog
      sale={useSale(earlier)}
      open={promptAsked !== null}
      busy={busy}
      // That it has to be asked is no fault.
      failure={failure?.code === 'prompt-may-be-gone' ? null : failure}
      onNoPrompt={charge.confirmNoPrompt}
      onShow={() => {
        leavePrompt()
        show({ name: 'live', saleId: earlier })
      }}
      onClose={leavePrompt}
    />
  )
}
