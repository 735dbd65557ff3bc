import { create } from 'zustand'
import { askApprovalWith, type RefusedCall } from '../bridge/till'

/** A call that waits for a person with a higher role to allow it. */
export interface ApprovalRequest extends RefusedCall {
  settle: (allowed: boolean) => void
}

/** What is asked at this moment; one at a time. */
export const useApproval = create<{ asked: ApprovalRequest | null }>(() => ({ asked: null }))

/** Ends the question, whichever way. */
export function settleApproval(allowed: boolean): void {
  const { asked } = useApproval.getState()
  useApproval.setState({ asked: null })
  asked?.settle(allowed)
}

/** Asks another person to allow each call that main refuses for its role, at the same screen. */
export function offerApprovals(): void {
  askApprovalWith(
    call =>
      new Promise(settle => {
        settleApproval(false)
        useApproval.setState({ asked: { ...call, settle } })
      }),
  )
}
