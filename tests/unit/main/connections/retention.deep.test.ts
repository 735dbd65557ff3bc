import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../../electron/main/store/database'
import { managerIn } from '../../../support/manager-in-folder'
import { storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** A customer's number at which practice approves. */
const approves = '255700000001'

it('a till that sells removes what is old, once its service has said the time', async () => {
  const { connections, folder, sell, settings, lines } = managerIn({ folder: newFolder() })
  settings.update(all => ({ ...all, retention: { months: 12 } }))
  await connections.reopen()
  const id = sell(approves)
  const find = () => connections.engine()?.ledger.find(id)
  await expect.poll(() => find()?.outcome, { timeout: 10_000 }).toBe('paid')
  const file = join(folder, 'ledger-practice.db')
  const key = storeIn(folder).ledgerKey('practice')
  // As if this till had noted more than a year ago that all of it was there.
  const database = openDatabase({ file, key })
  database.run('INSERT INTO retention_mark (at, up_to) SELECT ?, MAX(number) FROM link', [
    Date.now() - 400 * 86_400_000,
  ])
  database.close()
  await expect
    .poll(() => find()?.customerRemoved, { timeout: 20_000 })
    .toMatchObject({ months: 12 })
  expect(lines.some(line => JSON.stringify(line).includes('customers-removed'))).toBe(true)
}, 60_000)
