import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import type { FollowedLedger } from '../../../../electron/main/shop/session-slot'
import { openLedger } from '../../../../electron/main/store/ledger/open-ledger'
import type { LedgerAndKey } from '../../../../electron/main/store/recovery/ledger-files'
import { failure, success } from '../../../../shared/ipc/result'
import { managerIn } from '../../../support/manager-in-folder'
import { noShop } from '../../../support/parts'
import { morning } from '../../../support/payments/clock'
import { recorded } from '../../../support/payments/sales'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const id = systemRandom.saleId(morning)

/** A ledger with one sale. */
async function build({ file, key }: LedgerAndKey) {
  const opening = openLedger({ file, key })
  if (!opening.ok) throw new Error(opening.detail)
  opening.ledger.record(id, recorded(), { body: '{}' })
  opening.close()
  return success('built')
}

it('puts a ledger that was built in the place of an empty one, and sells on it', async () => {
  const folder = newFolder()
  const { connections } = managerIn({ folder })
  await connections.reopen()
  expect(await connections.putInPlace(build)).toEqual(success('built'))
  expect(connections.stage().name).toBe('selling')
  // What was never sent waits for a person, as after every start.
  expect(connections.engine()?.ledger.find(id)?.phase).toBe('held')
  expect(existsSync(join(folder, 'ledger-practice.db.rebuilt'))).toBe(false)
})

it('puts nothing in the place of a ledger with payments, also when they came meanwhile', async () => {
  const { connections, sell } = managerIn({ folder: newFolder() })
  await connections.reopen()
  let sold = ''
  const late = await connections.putInPlace(async built => {
    sold = sell()
    return build(built)
  })
  expect(late).toMatchObject({ ok: false, code: 'ledger-not-empty' })
  const early = await connections.putInPlace(() => Promise.reject(new Error('It was asked')))
  expect(early).toMatchObject({ ok: false, code: 'ledger-not-empty' })
  expect(connections.engine()?.ledger.find(sold)).not.toBeNull()
})

it('leaves the empty ledger in its place when the other cannot be built', async () => {
  const { connections, sell } = managerIn({ folder: newFolder() })
  await connections.reopen()
  const failed = await connections.putInPlace(async () => failure('storage-failed', 'full'))
  expect(failed).toMatchObject({ code: 'storage-failed' })
  expect(sell()).not.toBe('')
})

it('sells no more once another machine has its place, and says why', async () => {
  const { connections, sell } = managerIn({ folder: newFolder() })
  await connections.reopen()
  const engine = connections.engine()
  const sold = sell()
  connections.replaced()
  expect(connections.stage()).toMatchObject({ name: 'blocked', reason: 'replaced' })
  expect(connections.engine()).toBeNull()
  // Its ledger stays open: what is in it is still shipped.
  expect(engine?.ledger.find(sold)).not.toBeNull()
  connections.replaced()
})

it('sells nothing after a start that knows it already, and ships what it has', async () => {
  const folder = newFolder()
  const before = managerIn({ folder })
  await before.connections.reopen()
  before.sell()
  await before.connections.close()
  const followed: FollowedLedger[] = []
  const { connections } = managerIn({
    folder,
    shop: {
      ...noShop,
      isReplaced: () => true,
      follow(ledger) {
        followed.push(ledger)
        return async () => undefined
      },
    },
  })
  await connections.reopen()
  expect(connections.stage()).toMatchObject({ name: 'blocked', reason: 'replaced' })
  expect(connections.engine()).toBeNull()
  expect(followed.map(({ ledger }) => ledger.links.last())).toEqual([expect.any(Number)])
  await connections.close()
})
