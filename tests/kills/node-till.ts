import { channelOf } from '../../shared/ipc/bridge'
import type { Stage } from '../../shared/ipc/till-state'
import type { PracticeService } from '../support/practice/start'
import { fakeKeychain } from '../support/test-till'
import type { OpensWith } from './ledger-copy'
import { startTillProcess, type TillProcess } from './till-process'

/** How the tills of a shop are started and examined. */
export interface TillKind {
  start(dataFolder: string): TillProcess
  /** Waits until it sells, and does what its screen asks for before. */
  open(till: TillProcess, place: Place): Promise<Opened>
  opensWith: OpensWith
  /** About how long a start takes: kills at a start come within it. */
  startMs: number
  /** A kill that finds no better moment comes after so long, ms. */
  timeouts: number
  /** How long a last start may take to bring every payment to its end, ms. */
  restMs: number
}

/** Where the till finds its service: the proxy's address, and the service's keys. */
export type Place = Pick<PracticeService, 'address' | 'pathPrefix' | 'apiKey' | 'apiSecret'>

/** A start may take this long on a loaded machine; what takes longer has failed. */
const startLimit = 20_000

/** Null when the till was killed meanwhile. */
export type Opened = { selling: true } | { selling: false; why: string } | null

/** Why a till that should sell does not, for people. */
export const whyNot = (opened: Opened): string =>
  opened?.selling === false ? opened.why : 'it ended by itself'

const settled = ({ name }: Stage) => name !== 'first-run' && name !== 'locked'

/**
 * Waits until a till sells, and does what its screen asks for on the way there: connect, at the
 * first run. Anything else that it shows is a start that has failed.
 */
export async function openTill(till: TillProcess, place: Place): Promise<Opened> {
  const first = await till.until(() => true, startLimit)
  if (!first) return died(till)
  if (first.name === 'first-run' || first.name === 'not-connected') {
    const connected = await connect(till, place)
    const saved = connected?.ok && (connected.value as { saved: boolean }).saved
    if (connected && !saved) return { selling: false, why: JSON.stringify(connected) }
  }
  const stage = await till.until(settled, startLimit)
  if (!stage) return died(till)
  return stage.name === 'selling' ? { selling: true } : { selling: false, why: stageText(stage) }
}

/** Saves address and keys; the till then sells with them. */
function connect(till: TillProcess, { address, pathPrefix, apiKey, apiSecret }: Place) {
  return till.ask(channelOf('connection', 'saveAndTest'), {
    kind: 'sandbox',
    address,
    pathPrefix,
    apiKey,
    apiSecret,
    // Card payments require one (§4.3); nothing is ever sent to a name that cannot exist (RFC 2606).
    webhookAddress: 'https://shop.invalid/notify',
  })
}

/** Dead is what a killed till is; one that lives and says nothing has not started. */
async function died(till: TillProcess): Promise<Opened> {
  const alive = new Promise<'alive'>(resolve => setImmediate(resolve, 'alive'))
  const state = await Promise.race([till.ended, alive])
  return state === 'alive' ? { selling: false, why: `no word in ${startLimit} ms` } : null
}

function stageText(stage: Stage): string {
  return stage.name === 'blocked' ? `${stage.reason}: ${stage.detail}` : stage.name
}

/** The till's main process without windows, in plain Node; its own waits ten times as short. */
export function nodeTill(bundle: string, tracer: readonly string[] = []): TillKind {
  return {
    start: dataFolder => startTillProcess({ bundle, dataFolder, faster: 10, tracer }),
    open: openTill,
    opensWith: { keychain: fakeKeychain() },
    timeouts: 1_000,
    startMs: 400,
    restMs: 40_000,
  }
}
