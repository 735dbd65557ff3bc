import type { ShopConnection } from '../connection'

/** The channel on which the webhook receiver says that a callback came for a sale. */
const channel = 'kaunta_hint'

/** So many at a time; with more the till has other worries. */
const mostRead = 500

/** Hears of callbacks (§6). Each is a reason to read a status now, and nothing else: it can be forged. */
export interface Hints {
  /** For each new connection: listens, then reads what was missed. */
  connected(connection: ShopConnection): Promise<void>
  /** Reads what was kept since the last time: for engines without notifications, and for lost ones. */
  read(connection: ShopConnection): Promise<void>
}

/** `heard` may be told the same sale twice, and sales that this till does not have. */
export function createHints(heard: (saleId: string) => void): Hints {
  let last = '0'

  async function read(connection: ShopConnection): Promise<void> {
    const rows = await connection.query(
      'SELECT sale, number FROM kaunta.hint WHERE number > $1 ORDER BY number LIMIT $2',
      [last, mostRead],
    )
    for (const { sale, number } of rows) {
      last = String(number)
      heard(String(sale))
    }
  }

  return {
    read,
    async connected(connection) {
      await connection.listen(channel, heard)
      await read(connection)
    },
  }
}
