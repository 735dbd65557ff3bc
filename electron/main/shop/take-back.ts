import { setImmediate as afterOthers } from 'node:timers/promises'
import type { Client } from 'pg'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { ShopPlace, TakenBack } from '../../../shared/shop-database'
import type { Random } from '../platform/random'
import type { LinkReader } from '../store/ledger/hash-chain/shipped-links'
import type { Ledger } from '../store/ledger/ledger'
import { openLedger } from '../store/ledger/open-ledger'
import type { LedgerRebuild } from '../store/ledger/rebuild'
import { LedgerDamaged } from '../store/ledger/rows/codec'
import type { RenewLedger } from '../store/recovery/ledger-files'
import { addressOfLogin, connectionOptions, type ShopAddress } from './address'
import { openClient, type ShopConnection } from './connection'
import { ShopRefused, shopFailure } from './failure'
import { atShop, type Hello, type NamedShop } from './hello'
import { findLaterLinks } from './later-links'
import { addStoredLinks, type Removal } from './lost-till'
import { type Administration, commitLogin, makingLogins, sessionUserOf } from './members'
import { endLogins, replaceTill } from './replace-till'

/** `address` is of an administrator. It is kept nowhere. */
interface TakeBack extends NamedShop {
  /** This till, as the shop database names it. */
  till: string
  place: ShopPlace
  random: Pick<Random, 'bytes'>
  removal: Removal
  renew: RenewLedger
  /** Keeps the till's new address before it is made there for good. What is not ok undoes what was made. */
  keep: (address: ShopAddress) => Result<null>
  /** Goes back to the address before: the database did not store the new one. */
  undo: () => void
}

/**
 * Takes back what this till shipped before it was restored from an older backup: replaces it by this computer, so that
 * no other one that has the backup goes on as this till, and builds its ledger of what both have, what is stored, and
 * what came here since. Safe to repeat.
 */
export async function takeBack(deps: TakeBack): Promise<Result<TakenBack>> {
  let client: Client | null = null
  let own: Result<ShopAddress | null>
  try {
    client = await openClient(connectionOptions(deps.address, deps.authorities))
    own = await makingLogins({ client, random: deps.random }, admin => replaceSelf(admin, deps))
  } catch (error) {
    return success({ result: 'fault', fault: shopFailure(error) })
  } finally {
    // It may be gone already, and the answer is known.
    await client?.end().catch(() => undefined)
  }
  if (!own.ok) return own
  if (own.value === null) return success({ result: 'heard' })
  const taken = await atShop({ ...deps, address: own.value }, (connection, hello) =>
    renewWith(connection, hello, deps),
  )
  return 'ok' in taken ? taken : success(taken)
}

/** This till's new address; null where a machine was heard lately in its place, for two may have one backup. */
async function replaceSelf(
  admin: Administration,
  { address, till, ...keeping }: TakeBack,
): Promise<Result<ShopAddress | null>> {
  const { client } = admin
  await client.query('BEGIN')
  const { rowCount } = await client.query(
    `SELECT FROM kaunta.till AS t JOIN kaunta.head AS h ON h.till = t.till AND h.epoch = t.epoch
     WHERE t.till = $1 AND (kaunta.heard_lately(t) OR h.shipped_at > clock_timestamp() - interval '5 minutes')
     FOR UPDATE OF t, h`,
    [till],
  )
  if (rowCount !== 0) {
    await client.query('ROLLBACK')
    return success(null)
  }
  await endLogins(admin, till)
  const login = await replaceTill(admin, till)
  const own = addressOfLogin(address, login, await sessionUserOf(client))
  const kept = await commitLogin(client, own, keeping)
  return kept.ok ? success(own) : kept
}

function renewWith(
  connection: ShopConnection,
  hello: Hello,
  { renew, removal }: Pick<TakeBack, 'renew' | 'removal'>,
): Promise<Result<TakenBack>> {
  return renew<TakenBack>(async ({ file, key }, of) => {
    const opening = openLedger({ file, key })
    if (!opening.ok) return failure('storage-failed', opening.detail)
    try {
      const { rebuild, payments, until } = await rebuildWithLater({
        ...{ connection, hello, of, ledger: opening.ledger },
      })
      return success({
        finish(last) {
          const leftOut = addRest(rebuild, last.links, until)
          const { open } = rebuild.finish(removal)
          return { result: 'taken', payments, open, leftOut }
        },
        close: opening.close,
      })
    } catch (error) {
      opening.close()
      if (error instanceof LedgerDamaged) return failure('lost-till-damaged', error.message)
      throw error
    }
  })
}

/** Builds what both ledgers have and what is stored alone. `until`: the last link that both have. */
export async function rebuildWithLater({
  connection,
  hello,
  of,
  ledger,
}: {
  connection: ShopConnection
  hello: Hello
  /** The ledger that was restored. */
  of: Pick<Ledger, 'links' | 'day'>
  /** Empty, and used by nothing else. */
  ledger: Pick<Ledger, 'rebuild'>
}): Promise<{ rebuild: LedgerRebuild; payments: number; until: number }> {
  const later = await findLaterLinks(connection, hello, of.links)
  if (later === null) throw new ShopRefused('forked')
  const { from, payments } = later
  const rebuild = ledger.rebuild()
  for (const page of pages(of.links, 0, from.sequence)) {
    rebuild.add(page)
    await afterOthers()
  }
  rebuild.addNotes(of.day.cashUps)
  await addStoredLinks({ connection, hello, rebuild, after: from })
  return { rebuild, payments, until: from.sequence }
}

/** What this till recorded since it was restored. Returns what `addAside` does. */
export function addRest(rebuild: LedgerRebuild, links: LinkReader, after: number): number {
  let leftOut = 0
  for (const page of pages(links, after, links.last())) leftOut += rebuild.addAside(page)
  return leftOut
}

function* pages(links: LinkReader, after: number, until: number) {
  for (let last = after; last < until; ) {
    const page = links.read({ after: last, mostLinks: 200, mostBytes: 4_000_000 })
    if (page.length === 0) throw new LedgerDamaged(`Link ${last + 1} is missing`)
    const wanted = page.filter(({ sequence }) => sequence <= until)
    yield wanted
    last += page.length
  }
}
