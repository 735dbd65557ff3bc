import path from 'node:path'
import { readPacked } from '../../electron/main/store/ledger/rows/codec'
import { replaceIn, tamper } from '../support/database'
import { calls } from '../support/window/bridge'
import { choosePractice } from '../support/window/connection'
import { sealsWithPassphrase } from '../support/window/electron-switches'
import { expectState } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/payment'
import { checkScreen } from '../support/window/pictures'
import { practiceKey } from '../support/window/practice-ledger'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'

// Pictures in every look and size take their time.
test.slow()

test('the cash-up says that the ledger was changed from outside, and selling goes on', async ({
  launch,
  dataFolder,
}) => {
  test.skip(!sealsWithPassphrase, 'the keychain keeps the key to change it with')
  const first = await launch()
  await choosePractice(first.page)
  await sellMobile(first.page, { phone: phones.approves, amount: '15000' })
  await expectState(first.page, 'Paid')
  await first.close()
  tamper(
    path.join(dataFolder, 'ledger-practice.db'),
    database => {
      replaceIn(database, 'event', 'number = 1', ['15000', '1500'])
      for (const { key, state } of database.all('SELECT key, state FROM payment'))
        database.run('UPDATE payment SET state = ? WHERE key = ?', [
          Buffer.from(readPacked(state).replaceAll('15000', '1500')),
          Number(key),
        ])
      database.run('UPDATE entry SET value = 1500 WHERE value = 15000')
      database.run('UPDATE sale SET has = 1500, due = 1500 WHERE has = 15000')
    },
    await practiceKey(dataFolder),
  )

  const till = await launch()
  const { page } = till
  // The money is at the service.
  await sellMobile(page, { phone: phones.approves, amount: '2000' })
  await expectState(page, 'Paid')
  const [closed] = await calls(page, 'kaunta:day.close', [{ period: 1, signOffs: [], counted: [] }])
  expect(closed).toMatchObject({ ok: true, value: { ledgerCheck: { changes: 1 } } })
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  await page.getByRole('button', { name: 'Past cash-ups' }).click()
  await page.getByRole('list', { name: 'Past cash-ups' }).getByRole('button').first().click()
  await expect(
    page.getByText(/PAYMENTS CHANGED from outside: changes found in this period: 1/),
  ).toBeVisible()
  await checkScreen(till, 'records-changed-paper')
  await openSettings(page, 'Activity log')
  await expect(page.getByText('Change from outside found')).toBeVisible()
})
