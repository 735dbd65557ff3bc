import path from 'node:path'
import { readPacked } from '../../electron/main/store/ledger/rows/codec'
import { replaceIn, tamper } from '../support/database'
import { calls } from '../support/window/bridge'
import { choosePractice } from '../support/window/connection'
import { sealsWithPassphrase } from '../support/window/electron-switches'
import { expectState } from '../support/window/expectations'
import { checkScreen, picture } from '../support/window/pictures'
import { practiceKey } from '../support/window/practice-ledger'
import { phones, sellMobile } from '../support/window/sale'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'

// Pictures in every look and size take their time.
test.slow()

test('a manager checks the whole history; a change of what was checked before is found then', async ({
  launch,
  dataFolder,
}) => {
  test.skip(!sealsWithPassphrase, 'the keychain keeps the key to change it with')
  const till = await launch()
  const { page } = till
  const card = page.getByRole('region', { name: 'Records of this till' })
  const check = () => card.getByRole('button', { name: 'Check the whole history' }).click()
  await choosePractice(page)
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Paid')
  await openSettings(page, 'Support')
  await check()
  await expect(card).toContainText('All entries checked: nothing was changed')
  await picture(till, 'history-checked')
  await till.close()
  tamper(
    path.join(dataFolder, 'ledger-practice.db'),
    database => replaceIn(database, 'event', 'number = 1', ['15000', '1500']),
    await practiceKey(dataFolder),
  )

  const again = await launch()
  const strip = again.page.getByText('The till’s records do not fit:')
  const cardAgain = again.page.getByRole('region', { name: 'Records of this till' })
  await openSettings(again.page, 'Support')
  await expect(strip).toBeHidden()
  await cardAgain.getByRole('button', { name: 'Check the whole history' }).click()
  await expect(strip).toBeVisible()
  await expect(cardAgain.getByRole('alert')).toContainText('changes that the till did not make')
  await checkScreen(again, 'history-changed')
  await openSettings(again.page, 'Activity log')
  await expect(again.page.getByText('Check of all records started').first()).toBeVisible()
})

test('a changed ledger is reported until it was seen, and on the cash-up', async ({
  launch,
  dataFolder,
}) => {
  test.skip(!sealsWithPassphrase, 'the keychain keeps the key to change it with')
  const first = await launch()
  await choosePractice(first.page)
  await sellMobile(first.page, { phone: phones.declines, amount: '700' })
  await expectState(first.page, 'Failed')
  await first.close()
  const untouched = await launch()
  await expect(untouched.page.getByRole('button', { name: 'Request payment' })).toBeVisible()
  await sellMobile(untouched.page, { phone: phones.approves, amount: '15000' })
  await expectState(untouched.page, 'Paid')
  await expect(untouched.page.getByText('The till’s records do not fit:')).toBeHidden()
  // The power goes: what the till noted of its ledger lags behind, and that is no change.
  await untouched.kill()
  tamper(
    path.join(dataFolder, 'ledger-practice.db'),
    database => {
      replaceIn(database, 'event', 'number = 1', ['15000', '1500'])
      for (const { key, state } of database.all('SELECT key, state FROM sale'))
        database.run('UPDATE sale SET state = ? WHERE key = ?', [
          Buffer.from(readPacked(state).replaceAll('15000', '1500')),
          Number(key),
        ])
      database.run('UPDATE taking SET amount = 1500 WHERE amount = 15000')
    },
    await practiceKey(dataFolder),
  )

  const till = await launch()
  const { page } = till
  const strip = page.getByText('The till’s records do not fit:')
  await expect(strip).toBeHidden()
  await openSettings(page, 'Support')
  await page.getByRole('button', { name: 'Check the whole history' }).click()
  await expect(strip).toBeVisible()
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await expect(page.getByText('1 change found that the till did not make.')).toBeVisible()
  // Selling goes on: the money is at the service.
  await sellMobile(page, { phone: phones.approves, amount: '2000' })
  await expectState(page, 'Paid')
  await checkScreen(till, 'records-changed')
  await page.getByRole('button', { name: 'View' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('is not what it was when it was written')
  // The sale by what a person can look up.
  await expect(dialog).toContainText('Practice payments · TZS\u00a01,500 · 0700 ••• 001')
  await picture(till, 'records-changed-dialog')
  await page.getByRole('button', { name: 'I have seen this' }).click()
  const again = till
  await expect(again.page.getByText('The till’s records do not fit:')).toBeHidden()
  const [closed] = await calls(again.page, 'kaunta:day.close', [
    { period: 1, signOffs: [], counted: [] },
  ])
  expect(closed).toMatchObject({ ok: true, value: { ledgerCheck: { changes: 1 } } })
  await again.page.getByRole('button', { name: 'Day', exact: true }).click()
  await again.page.getByRole('button', { name: 'Past cash-ups' }).click()
  await again.page.getByRole('list', { name: 'Past cash-ups' }).getByRole('button').first().click()
  await expect(
    again.page.getByText(/PAYMENTS CHANGED from outside: changes found in this period: 1/),
  ).toBeVisible()
  await picture(again, 'records-changed-paper')
  await openSettings(again.page, 'Activity log')
  await expect(again.page.getByText('Change from outside found')).toBeVisible()
  await expect(again.page.getByText('Change from outside acknowledged')).toBeVisible()
})
