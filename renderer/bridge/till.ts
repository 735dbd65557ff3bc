import {
  type Bridge,
  bridgeName,
  channelOf,
  type Listen,
  pushChannelOf,
  type TillCalls,
} from '../../shared/ipc/bridge'
import { failure, type OwnerProof, type Result } from '../../shared/ipc/result'

declare global {
  interface Window {
    [bridgeName]?: Bridge
  }
}

/**
 * Main's calls, typed by the contract: `till.payments.request(draft)`. A call never throws: a bridge
 * that is missing or an invalid answer becomes the failure `till-fault`, so a screen always has
 * something to show.
 */
export const till = new Proxy({} as TillCalls, { get: (_target, group) => callsOf(String(group)) })

/** Listens to one of main's pushes; the function it returns stops listening. */
export const listen: Listen = (name, receive) => {
  const bridge = window[bridgeName]
  if (!bridge) return () => undefined
  return bridge.listen(pushChannelOf(name), value =>
    receive(value as Parameters<typeof receive>[0]),
  )
}

/** A call that main refused for its role: `group.call`, and its argument as JSON. It is allowed for nothing else. */
export interface RefusedCall {
  channel: string
  argument: string
  least: 'manager' | 'owner'
}

let askApproval: (action: RefusedCall) => Promise<boolean> = async () => false

/** Who is asked when main refuses a call for its role; where they allow it, it is made once more. */
export function askApprovalWith(ask: typeof askApproval): void {
  askApproval = ask
}

/** A call that main refused until an owner is proven: by one of `proofs`. `tryWith` makes it with what was typed. */
export interface UnprovenCall {
  proofs: readonly OwnerProof[]
  tryWith: (proof: string) => Promise<Result<unknown>>
}

/** What came of it, and what was typed; null where a person went back. */
export type Proven = { answered: Result<unknown>; proof: string } | null

let askProof: (call: UnprovenCall) => Promise<Proven> = async () => null

/** Who asks for the proof of an owner when main refuses a call without it. */
export function askProofWith(ask: typeof askProof): void {
  askProof = ask
}

function callsOf(group: string): object {
  return new Proxy(
    {},
    {
      get: (_target, name) => (argument?: unknown) => callOrAsk(group, String(name), argument),
    },
  )
}

async function callOrAsk(group: string, name: string, argument: unknown): Promise<unknown> {
  const channel = channelOf(group, name)
  const answered = await callApproved(group, name, argument)
  if (answered.ok || answered.code !== 'proof-needed') return answered
  const { proofs = [] } = answered
  const tryWith = (proof: string) => call(channel, { ...Object(argument), proof })
  const proven = await askProof({ proofs, tryWith })
  if (proven === null) return answered
  return proven.answered.ok ? proven.answered : { ...proven.answered, proof: proven.proof }
}

async function callApproved(
  group: string,
  name: string,
  argument: unknown,
): Promise<Result<unknown>> {
  const channel = channelOf(group, name)
  const answered = await call(channel, argument)
  const least = roleNeeded(answered)
  if (least === null) return answered
  const text = argument === undefined ? '' : JSON.stringify(argument)
  const allowed = await askApproval({ channel: `${group}.${name}`, argument: text, least })
  return allowed ? call(channel, argument) : answered
}

function roleNeeded(answered: Result<unknown>): RefusedCall['least'] | null {
  if (answered.ok) return null
  if (answered.code === 'manager-needed') return 'manager'
  return answered.code === 'owner-needed' ? 'owner' : null
}

async function call(channel: string, argument: unknown): Promise<Result<unknown>> {
  const bridge = window[bridgeName]
  if (!bridge) return failure('till-fault', 'This window has no bridge to the till')
  try {
    const answered = await bridge.call(channel, argument)
    return isAnswer(answered) ? answered : failure('till-fault', `${channel} gave no answer`)
  } catch (error) {
    return failure('till-fault', error instanceof Error ? error.message : String(error))
  }
}

function isAnswer(value: unknown): value is Result<unknown> {
  return typeof value === 'object' && value !== null && 'ok' in value
}
