import { setTimeout as delay } from 'node:timers/promises'
import type { ShopConnection } from '../../../electron/main/shop/connection'

interface Weather {
  isCut: boolean
  /** Each statement takes so much longer, ms. */
  slowness: number
  /** The next statement is carried out, and its answer is lost with the connection. */
  losesAnswer: boolean
  /** The next batch arrives twice. */
  doubles: boolean
}

/** The way from a till to the shop database, which a schedule breaks and repairs. */
export interface ShopNetwork {
  /** What comes next on it. */
  weather: Weather
  connect(open: () => Promise<ShopConnection>): Promise<ShopConnection>
}

/** A calm one. */
export function createShopNetwork(): ShopNetwork {
  const weather: Weather = { isCut: false, slowness: 0, losesAnswer: false, doubles: false }

  async function query(
    connection: ShopConnection,
    text: string,
    values?: readonly unknown[],
    limit?: number,
  ): Promise<readonly Record<string, unknown>[]> {
    if (weather.slowness > 0) await delay(weather.slowness)
    if (weather.isCut) return lost(connection)
    const rows = await connection.query(text, values, limit)
    if (weather.doubles && text.includes('kaunta.ship')) {
      weather.doubles = false
      await connection.query(text, values)
    }
    if (!weather.losesAnswer) return rows
    weather.losesAnswer = false
    return lost(connection)
  }

  return {
    weather,
    async connect(open) {
      if (weather.isCut) throw new Error('The network is cut')
      const connection = await open()
      return { ...connection, query: (...asked) => query(connection, ...asked) }
    },
  }
}

async function lost(connection: ShopConnection): Promise<never> {
  await connection.close()
  throw new Error('The connection was lost')
}
