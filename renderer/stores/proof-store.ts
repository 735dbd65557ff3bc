import { create } from 'zustand'
import type { Result } from '../../shared/ipc/result'
import { askProofWith, type UnprovenCall } from '../bridge/till'

interface ProofRequest extends UnprovenCall {
  settle: (proven: { answered: Result<unknown>; proof: string } | null) => void
}

/** The call that waits for the proof of an owner; one at a time. */
export const useProof = create<{ asked: ProofRequest | null }>(() => ({ asked: null }))

/** Ends the question: with what came of the call, or null where a person went back. */
export function settleProof(proven: Parameters<ProofRequest['settle']>[0]): void {
  const { asked } = useProof.getState()
  useProof.setState({ asked: null })
  asked?.settle(proven)
}

/** Asks for the proof of an owner when main refuses a call without it. */
export function offerProofs(): void {
  askProofWith(
    call =>
      new Promise(settle => {
        settleProof(null)
        useProof.setState({ asked: { ...call, settle } })
      }),
  )
}
