import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textOfAddress } from '../../electron/main/shop/address'
import { backupPassphrase, makeBackup, openBackup, withoutRelaunch } from '../support/window/backup'
import { passphrase, proveOwner, unlock } from '../support/window/connection'
import { createRequests, expectState } from '../support/window/expectations'
import { openFromRail, phones, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { joinShop, light, soon, test } from '../support/window/shop-of-tills'
import { openSettings } from '../support/window/staff'
import { expect } from '../support/window/test'

test('a till that was restored from its own backup takes back what it had shipped since', async ({
  till,
  launch,
  shop,
  service,
}) => {
  test.setTimeout(300_000)
  const stick = mkdtempSync(join(tmpdir(), 'kaunta-stick-'))
  const stored = async (amount: number) =>
    (
      await shop.ask(
        "SELECT DISTINCT ON (payment) epoch, status FROM kaunta.payment WHERE amount = $1 AND status = 'paid' ORDER BY payment, epoch DESC",
        [amount],
      )
    ).map(({ epoch }) => epoch)
  try {
    const counter = await joinShop(till.page, shop, 'Counter 1')
    await sellMobile(till.page, { phone: phones.approves, amount: '15000' })
    await expectState(till.page, 'Paid')
    await expect.poll(() => stored(15_000), soon).toEqual([1])
    const backup = await makeBackup(till, stick, service.apiSecret)
    await till.page.getByRole('button', { name: 'Charge', exact: true }).click()
    await sellMobile(till.page, { phone: phones.approves, amount: '27000' })
    await expectState(till.page, 'Paid')
    await expect.poll(() => stored(27_000), soon).toEqual([1])

    await openSettings(till.page, 'Support')
    await till.page.getByRole('button', { name: 'Restore a backup' }).click()
    await openBackup(till, backup, backupPassphrase)
    const shown = till.page.getByRole('alertdialog', { name: 'This is in the backup' })
    await expect(shown).toBeVisible(soon)
    await shown.getByLabel('New passphrase for this till').fill(passphrase)
    await withoutRelaunch(till)
    const closed = till.app.waitForEvent('close')
    await shown.getByRole('button', { name: 'Restore and start again' }).click()
    await proveOwner(till.page, service.apiSecret)
    await closed

    const again = await launch()
    const { page } = again
    await unlock(page)
    await page.getByRole('button', { name: 'The other till is off: go on here' }).click()
    await proveOwner(page, passphrase)
    await sellMobile(page, { phone: phones.approves, amount: '9000' })
    await expectState(page, 'Paid')

    await test.step('it says what the shop database has, and how many payments', async () => {
      await expect(light(page)).toHaveText(/needs the owner/, soon)
      await openSettings(page, 'Shop database')
      await expect(page.getByText('has later payments of this till')).toBeVisible()
      await checkScreen(again, 'shop-restored')
    })

    const takeBack = async () => {
      await page.getByRole('button', { name: 'Take back 1 payment' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Take back the later payments?' })
      await dialog.getByLabel('Administrator’s address').fill(textOfAddress(shop.address))
      await dialog.getByRole('button', { name: 'Take back' }).click()
      await proveOwner(page, passphrase)
      return dialog
    }
    await test.step('not while a computer was heard in the last five minutes', async () => {
      const dialog = await takeBack()
      await expect(dialog.getByRole('alert')).toContainText('in the last five minutes', soon)
      await checkScreen(again, 'shop-restored-heard')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    })

    await test.step('then it has them, and sells on under a new login', async () => {
      const past = "- interval '6 minutes' WHERE till = $1"
      await shop.ask(`UPDATE kaunta.till SET heard = heard ${past}`, [counter.till])
      await shop.ask(`UPDATE kaunta.head SET shipped_at = shipped_at ${past}`, [counter.till])
      await takeBack()
      await expect(page.getByText('1 payment was taken back. Still open: 0.')).toBeVisible(soon)
      await expect(light(page)).toHaveText(/working/, soon)
      await picture(again, 'shop-restored-taken')
      await page.getByRole('button', { name: 'Charge', exact: true }).click()
      await openFromRail(page, '27,000')
      await expectState(page, 'Paid')
      await expect.poll(() => stored(9_000), soon).toEqual([2])
      expect(createRequests(service)).toHaveLength(3)
    })
  } finally {
    rmSync(stick, { recursive: true, force: true })
  }
})
