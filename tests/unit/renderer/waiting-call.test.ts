import { describe, expect, it } from 'vitest'
import { leaveProof, proof, tryProof } from '../../../renderer/stores/waiting-call'
import { failure, type Result, success } from '../../../shared/ipc/result'

const refused = failure('proof-wrong', '')

/** A call that waits for a proof, as main refused it; `answer` ends the try of a proof. */
function unproven() {
  let answer: (result: Result<unknown>) => void = () => undefined
  const call = {
    proofs: ['code'] as const,
    tryWith: () => new Promise<Result<unknown>>(resolve => (answer = resolve)),
  }
  return { call, proven: proof.ask(call), answer: (result: Result<unknown>) => answer(result) }
}

describe('a call that needs an owner’s proof', () => {
  it('is not made where the person goes back', async () => {
    const { proven } = unproven()
    leaveProof()
    expect(await proven).toBeNull()
    expect(proof.use.getState().call).toBeNull()
  })

  it('asks again where the proof is refused, and is then not made', async () => {
    const { call, proven, answer } = unproven()
    const tried = tryProof(call, 'guessed')
    answer(refused)
    expect(await tried).toEqual(refused)
    expect(proof.use.getState().call).toBe(call)
    leaveProof()
    expect(await proven).toBeNull()
  })

  it('gives its result, also where the person leaves the dialog while main carries it out', async () => {
    const { call, proven, answer } = unproven()
    const tried = tryProof(call, 'typed')
    leaveProof()
    expect(proof.use.getState().call).toBeNull()
    answer(success('a backup'))
    expect(await proven).toEqual({ answered: success('a backup'), proof: 'typed' })
    expect(await tried).toEqual(success(success('a backup')))
  })

  it('gives way to the next one', async () => {
    const first = unproven()
    const second = unproven()
    expect(await first.proven).toBeNull()
    expect(proof.use.getState().call).toBe(second.call)
    leaveProof()
  })
})
