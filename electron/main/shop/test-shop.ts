import type { ConnectionKind } from '../../../shared/connection'
import type { ShopTest } from '../../../shared/shop-database'
import { connectionOptions, type ShopAddress } from './address'
import { connectShop, type ShopConnection } from './connection'
import { shopFailure } from './failure'
import { askHello, helloFault } from './hello'

/** Tries a shop database as the till would use it, and changes nothing there. */
export async function testShop(
  address: ShopAddress,
  authorities: readonly string[],
  kind: ConnectionKind,
): Promise<ShopTest> {
  let connection: ShopConnection | null = null
  try {
    connection = await connectShop(connectionOptions(address, authorities))
    const hello = await askHello(connection)
    const fault = helloFault(hello, kind) ?? (hello.replaced ? 'replaced' : null)
    if (fault !== null) return { result: 'fault', fault }
    return { result: 'works', place: { shop: hello.shop.name, till: hello.till.name } }
  } catch (error) {
    const isUnread = error instanceof Error && error.name === 'ZodError'
    return { result: 'fault', fault: isUnread ? 'not-understood' : shopFailure(error) }
  } finally {
    // It may be gone already, and the answer is known.
    await connection?.close().catch(() => undefined)
  }
}
