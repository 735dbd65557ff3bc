import { create } from 'zustand'
import { type Result, success } from '../../shared/ipc/result'
import type { UnprovenCall } from '../bridge/till'
import { askApprovalWith, askProofWith, type Proven, type RefusedCall } from '../bridge/till'

/** A call that waits for what a person answers in a dialog; one at a time. */
class WaitingCall<Call, Answer> {
  readonly use = create<{ call: Call | null }>(() => ({ call: null }))
  #resolve: (answer: Answer | Promise<Answer>) => void = () => undefined

  /** `left`: the answer where the person goes back. */
  constructor(private readonly left: Answer) {}

  readonly ask = (call: Call): Promise<Answer> =>
    new Promise(resolve => {
      this.answer(this.left)
      this.#resolve = resolve
      this.use.setState({ call })
    })

  answer(answer: Answer | Promise<Answer>): void {
    this.use.setState({ call: null })
    this.#resolve(answer)
  }
}

/** A call that main refused for its role: may it be made? */
export const approval = new WaitingCall<RefusedCall, boolean>(false)

/** A call that main refused without an owner's proof: its result with a proof; null where it was not made. */
export const proof = new WaitingCall<UnprovenCall, Proven>(null)

/** The call with the proof that was typed last, until main has answered. */
let running: Promise<Proven> | null = null

/** Makes the call with what was typed. Fails only where main refuses the proof: then another one can be typed. */
export async function tryProof(
  { tryWith }: UnprovenCall,
  typed: string,
): Promise<Result<Result<unknown>>> {
  const call = tryWith(typed)
  running = call.then(answered => ({ answered, proof: typed }))
  const answered = await call
  running = null
  const isRefused = !answered.ok && answered.code.startsWith('proof-')
  return isRefused ? answered : success(answered)
}

/** The dialog closes. What main is carrying out by then, a long backup for example, goes on, and its result counts. */
export function leaveProof(): void {
  proof.answer(running)
}

/** Asks people in this window when main refuses a call. */
export function offerDialogs(): void {
  askApprovalWith(approval.ask)
  askProofWith(proof.ask)
}
