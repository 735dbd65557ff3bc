import { describe, expect, it } from 'vitest'
import { till } from '../../../renderer/bridge/till'
import {
  approval,
  leaveProof,
  offerDialogs,
  proof,
  tryProof,
} from '../../../renderer/stores/waiting-call'
import { failure, type Result, success } from '../../../shared/ipc/result'
import { answers, asked, settled } from '../../support/fake-window'

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

  it('is over where main takes the proof and the call fails', async () => {
    const { call, answer } = unproven()
    const tried = tryProof(call, 'typed')
    const failed = failure('till-fault', '')
    answer(failed)
    expect(await tried).toEqual(success(failed))
    leaveProof()
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

describe('a call that main refuses', () => {
  it('for its role is made once more where a person allows it, and only there', async () => {
    offerDialogs()
    answers.set('results.unseen', () => failure('manager-needed', ''))
    for (const isAllowed of [true, false]) {
      asked.splice(0)
      const call = till.results.unseen()
      await settled()
      expect(approval.use.getState().call).toMatchObject({ channel: 'results.unseen' })
      approval.answer(isAllowed)
      await call
      expect(asked).toHaveLength(isAllowed ? 2 : 1)
    }
  })

  it('without an owner’s proof is made once more with what they type', async () => {
    offerDialogs()
    answers.set('results.unseen', () => failure('proof-needed', ''))
    const call = till.results.unseen()
    await settled()
    const waiting = proof.use.getState().call
    answers.set('results.unseen', () => success([]))
    if (waiting) await tryProof(waiting, 'typed')
    leaveProof()
    await call
    expect(asked.at(-1)).toEqual(['results.unseen', { proof: 'typed' }])
  })
})
