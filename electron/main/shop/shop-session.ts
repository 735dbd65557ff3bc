import type { ConnectionKind } from '../../../shared/connection'
import type { Sale } from '../../../shared/payment/sale'
import type { Clock } from '../clock'
import type { LinkReader } from '../ledger/hash-chain/shipped-links'
import type { Random } from '../random'
import { connectionOptions, type ShopAddress } from './address'
import { connectShop, type ShopConnection } from './connection'
import { createSharedHandOver, type SharedHandOver } from './meeting/hand-over'
import { createHints } from './meeting/hints'
import { createOtherTills, type OtherTills } from './meeting/meeting'
import { createPushLeases, type PushLeases } from './meeting/push-lease'
import { createWarmConnection, type WarmConnection } from './meeting/warm-connection'
import type { ShippedPosition } from './shipping/shipped-position'
import { createShipper, type ShippingState } from './shipping/shipper'

/** What one open ledger has of the shop database: its events go there, and it meets the other tills. */
export interface ShopSession {
  leases: PushLeases
  handOver: SharedHandOver
  /** What the other tills shipped. */
  others: OtherTills
  /** How many tills use the merchant account's rate limit at the moment, as last heard; at least 1. */
  sharers(): number
  /** The prompt of this sale is over: the other tills may ask for its phone. */
  release(sale: Pick<Sale, 'msisdn' | 'draftId'>): void
  /** A statement of the cashier's screens. Rejects at once where there is no connection. */
  use: WarmConnection['use']
  state(): ShippingState
  /** Something was committed. */
  wake(): void
  /** Reads the ledger no more, and ends the connections. */
  stop(): Promise<void>
}

export interface ShopSessionDeps {
  address: ShopAddress
  /** Certificate authorities (PEM) that are trusted in addition to the well-known ones. */
  authorities: readonly string[]
  kind: ConnectionKind
  links: LinkReader
  clock: Clock
  random: Pick<Random, 'fraction'>
  /** A callback came for a sale: a reason to read its status now, and nothing else. */
  heard: (saleId: string) => void
  changed: () => void
  /** How far this ledger was shipped before this run. */
  position?: ShippedPosition
  /** The database was restored from an older backup: the entries that it lost are shipped again. */
  lost: (entries: number) => void
}

/** How often hints are read where notifications get lost or an engine has none, ms. */
const hintPause = 5_000

/** How often the tills that share the account's rate limit are counted: well within the two minutes of a count, ms. */
const sharePause = 30_000

/** Connects in the background, for as long as the ledger is open. Selling never waits for it. */
export function openShopSession(deps: ShopSessionDeps): ShopSession {
  const { clock, random, changed } = deps
  const connect = () => connectShop(connectionOptions(deps.address, deps.authorities))
  const hints = createHints(deps.heard)
  const warm = createWarmConnection({ connect, connected: hints.connected, changed, clock, random })
  const shipper = createShipper({
    links: deps.links,
    mode: deps.kind,
    connect,
    clock,
    random,
    changed,
    ...(deps.position && { position: deps.position }),
    lost: deps.lost,
  })
  let sharers = 1
  let askedShare = Number.NEGATIVE_INFINITY
  const leases = createPushLeases({ warm, clock })
  let stopped = false
  let cancel = () => {}

  async function refresh(connection: ShopConnection): Promise<void> {
    await hints.read(connection)
    if (clock.monotonic() - askedShare < sharePause) return
    askedShare = clock.monotonic()
    const [row] = await connection.query('SELECT kaunta.share() AS tills')
    sharers = Math.max(1, Number(row?.tills))
  }

  function refreshLater(): void {
    cancel = clock.after(hintPause, () => {
      // A failure is a lost connection, which the warm connection notices and repairs.
      warm
        .use(refresh)
        .catch(() => undefined)
        .finally(() => stopped || refreshLater())
    })
  }

  refreshLater()
  return {
    leases,
    handOver: createSharedHandOver({ warm, clock }),
    others: createOtherTills(warm),
    sharers: () => sharers,
    use: warm.use,
    state: shipper.state,
    wake: shipper.wake,
    release({ msisdn, draftId }) {
      // A lease that is not released runs out by itself.
      leases.release({ msisdn, saleId: draftId }).catch(() => undefined)
    },
    async stop() {
      stopped = true
      cancel()
      await Promise.all([shipper.stop(), warm.stop()])
    },
  }
}
