import { failure } from '../../shared/ipc/answer'
import {
  type Bridge,
  bridgeName,
  channelOf,
  type Listen,
  pushChannelOf,
  type TillCalls,
} from '../../shared/ipc/bridge'

declare global {
  interface Window {
    [bridgeName]?: Bridge
  }
}

/**
 * Main's calls, typed by the contract: `till.sales.request(draft)`. A call never throws: a bridge
 * that is missing or an answer that is none becomes the failure `till-fault`, so a screen always has
 * something to show.
 */
export const till = new Proxy({} as TillCalls, {
  get: (_target, group) => callsOf(String(group)),
})

/** Listens to one of main's pushes; the function it returns stops listening. */
export const listen: Listen = (name, receive) => {
  const bridge = window[bridgeName]
  if (!bridge) return () => undefined
  return bridge.listen(pushChannelOf(name), value =>
    receive(value as Parameters<typeof receive>[0]),
  )
}

function callsOf(group: string): object {
  return new Proxy(
    {},
    {
      get: (_target, name) => (argument?: unknown) =>
        call(channelOf(group, String(name)), argument),
    },
  )
}

async function call(channel: string, argument: unknown): Promise<unknown> {
  const bridge = window[bridgeName]
  if (!bridge) return failure('till-fault', 'This window has no bridge to the till')
  try {
    const answered = await bridge.call(channel, argument)
    return isAnswer(answered) ? answered : failure('till-fault', `${channel} gave no answer`)
  } catch (error) {
    return failure('till-fault', error instanceof Error ? error.message : String(error))
  }
}

function isAnswer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'ok' in value
}
