import type { TillKind } from '../shop'
import { fakeKeychain } from './fake-keychain'
import { openTill } from './opening'
import { startTillProcess } from './till-process'

/** The till's main process without windows, in plain Node; its own waits ten times as short. */
export function nodeTill(bundle: string, tracer: readonly string[] = []): TillKind {
  return {
    start: dataFolder => startTillProcess({ bundle, dataFolder, hurry: 10, tracer }),
    open: openTill,
    opensWith: { keychain: fakeKeychain() },
    timeouts: 1_000,
    startMs: 400,
    restMs: 40_000,
  }
}
