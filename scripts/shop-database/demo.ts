import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../electron/main/platform/clock'
import { systemRandom } from '../../electron/main/platform/random'
import { Shipper } from '../../electron/main/shop/shipper'
import { openLedger } from '../../electron/main/store/ledger/open-ledger'
import { fillLedger } from '../../tests/support/filled-ledger'
import { startPostgres } from '../../tests/support/shop/postgres-server'
import {
  newShopDatabase,
  type TestShop,
  type TestTill,
} from '../../tests/support/shop/shop-database'
import { note } from '../command'
import { onSignals } from '../process/run'

const tills = ['Counter 1', 'Counter 2', 'Counter 3']
const salesOfEach = 60

/**
 * Starts a PostgreSQL in a folder of its own, on this computer alone, and ships the ledgers of three practice
 * tills to it. Prints how to look at it, waits for Ctrl+C, and removes all of it.
 */
export async function demo(): Promise<number> {
  note('Starting PostgreSQL …')
  const server = await startPostgres()
  // Of this run alone: an earlier demo's tills know an address that is gone.
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-demo-'))
  try {
    const shop = await newShopDatabase(server)
    for (const name of tills) await shipPracticeTill(shop, await shop.addTill(name))
    const owner = await shop.addReader('owner', 'duka')
    const free = [await shop.addTill('Counter 4'), await shop.addTill('Counter 5')]
    process.stdout.write(
      `Three tills have shipped ${tills.length * salesOfEach} practice sales.\n\n` +
        'Open two more tills, each in a terminal of its own:\n' +
        free.map((till, place) => windowOf(folder, place + 1, shop.addressOf(till))).join('') +
        'In each: Practice mode, then Settings, Payment service, Shop database; paste the address, Save and test.\n' +
        'A computer without a keychain asks for a passphrase then: choose any.\n' +
        'Then F4 in one finds what the others took, for example 1212; Day, All tills adds up.\n\n' +
        "And the owner's view: on the first screen, Owner's view; paste the address.\n" +
        `${windowOf(folder, 3, shop.addressOf(owner))}\n` +
        'Close the tills and press Ctrl+C: that ends the server and removes everything.\n',
    )
    await ended()
    return 0
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** How to open one real window on it. */
function windowOf(folder: string, number: number, address: string): string {
  return `  npm start -- --user-data-dir=${join(folder, `till-${number}`)}\n    ${address}\n`
}

async function shipPracticeTill(shop: TestShop, till: TestTill): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-demo-'))
  const opening = openLedger({ file: join(folder, 'ledger.db'), key: systemRandom.bytes(32) })
  if (!opening.ok) throw new Error(`The ledger of the demo was not opened: ${opening.detail}`)
  try {
    fillLedger(opening.ledger, salesOfEach)
    const connection = await shop.connect(till)
    const shipper = new Shipper({
      links: opening.ledger.links,
      mode: 'practice',
      use: work => work(connection),
      batches: { use: work => work(connection) },
      clock: systemClock,
      behindMs: () => 0,
      random: systemRandom,
      lost: links => note(`The database lost ${links} links, which are stored again.`),
      tooLarge: sequence => note(`Link ${sequence} is too large.`),
      changed: () => undefined,
    })
    shipper.wake()
    await shipper.settled()
    await shipper.stop()
    await connection.close()
    const { fault } = shipper.state()
    if (fault !== null) throw new Error(fault)
  } finally {
    opening.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Goes on listening: npm passes Ctrl+C on, and the second signal would end the demo before it has cleared up. */
function ended(): Promise<void> {
  return new Promise(resolve => {
    onSignals(() => resolve())
  })
}
