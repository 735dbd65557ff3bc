import { beforeEach, vi } from 'vitest'
import { pushChannelOf } from '../../shared/ipc/bridge'
import type { Pushes } from '../../shared/ipc/contract'
import { type Result, success } from '../../shared/ipc/result'

/** What the window keeps over a reload. */
export const kept = new Map<string, string>()

/** The calls that the window made, as `group.call`, each with its argument. */
export const asked: [call: string, argument: unknown][] = []

/** What main answers to a call, by `group.call`; null to any other. */
export const answers = new Map<string, () => Result<unknown> | Promise<Result<unknown>>>()

const receivers = new Map<string, (value: unknown) => void>()

/** Main tells the window of it. */
export function push<Name extends keyof Pushes>(name: Name, value: Pushes[Name]): void {
  receivers.get(pushChannelOf(name))?.(value)
}

/** Everything that was asked has its answer, and was followed. */
export function settled(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
})
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', {
  kauntaBridge: {
    call: async (channel: string, argument: unknown) => {
      const call = channel.replace('kaunta:', '')
      asked.push([call, argument])
      return (await answers.get(call)?.()) ?? success(null)
    },
    listen: (channel: string, receive: (value: unknown) => void) => {
      receivers.set(channel, receive)
      return () => receivers.delete(channel)
    },
  },
})

beforeEach(() => {
  kept.clear()
  answers.clear()
  asked.splice(0)
})
