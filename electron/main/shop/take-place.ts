import type { ConnectionKind } from '../../../shared/connection'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { ShopPlace, TakenPlace } from '../../../shared/shop-database'
import { openLedger } from '../store/ledger/open-ledger'
import type { Rebuilt } from '../store/ledger/rebuild'
import { LedgerDamaged } from '../store/ledger/rows/codec'
import type { PutInPlace } from '../store/recovery/ledger-rescue'
import { connectionOptions, type ShopAddress } from './address'
import { connectShop, type ShopConnection } from './connection'
import { shopFailure, tillsOwn } from './failure'
import { askHello, type Hello, helloFault } from './hello'
import { rebuildLostTill } from './lost-till'

interface TakeDeps {
  /** Of the role that `replace-till` made. */
  address: ShopAddress
  authorities: readonly string[]
  kind: ConnectionKind
  putInPlace: PutInPlace
  told: { at: number; months: number }
  /** Keeps the address, and which account the lost till used last, before the ledger is in its place. */
  keep: (place: ShopPlace, account: string | null) => Result<null>
}

/** Takes a lost till's place; where it cannot, nothing has changed on this machine. */
export async function takeLostTill(deps: TakeDeps): Promise<Result<TakenPlace>> {
  let connection: ShopConnection | null = null
  try {
    connection = await connectShop(connectionOptions(deps.address, deps.authorities))
    const hello = await askHello(connection)
    const fault = helloFault(hello, deps.kind) ?? (hello.replaced ? 'replaced' : null)
    if (fault !== null) return success({ result: 'fault', fault })
    const place = { shop: hello.shop.name, till: hello.till.name }
    if (hello.shipped.sequence === 0) return success({ result: 'nothing-shipped', place })
    return await rebuildIn(connection, hello, place, deps)
  } catch (error) {
    const isUnread = error instanceof Error && error.name === 'ZodError'
    return success({ result: 'fault', fault: isUnread ? 'not-understood' : shopFailure(error) })
  } finally {
    // It may be gone already, and what was done is known.
    await connection?.close().catch(() => undefined)
  }
}

function rebuildIn(
  connection: ShopConnection,
  hello: Hello,
  place: ShopPlace,
  { putInPlace, told, keep }: TakeDeps,
): Promise<Result<TakenPlace>> {
  return putInPlace(async ({ file, key }) => {
    const opening = openLedger({ file, key })
    if (!opening.ok) return failure('storage-failed', opening.detail)
    let rebuilt: Rebuilt
    try {
      rebuilt = await rebuildLostTill({ connection, hello, ledger: opening.ledger, told })
    } catch (error) {
      if (error instanceof LedgerDamaged) return failure('lost-till-damaged', error.message)
      throw error
    } finally {
      opening.close()
    }
    const kept = tillsOwn(() => keep(place, rebuilt.account))
    const { sales, open, withoutCustomer } = rebuilt
    const { oldEnded } = hello
    return kept.ok
      ? success({ result: 'taken', place, sales, open, withoutCustomer, oldEnded })
      : kept
  })
}
