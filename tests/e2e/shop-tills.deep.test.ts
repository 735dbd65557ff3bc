import { textOfAddress } from '../../electron/main/shop/address'
import { checkScreen, picture } from '../support/window/pictures'
import { joinShop, light, soon, test } from '../support/window/shop-of-tills'
import { expect } from '../support/window/test'

test('an owner sees the tills of the shop in Settings, adds one, and replaces a stolen computer', async ({
  till,
  shop,
}) => {
  test.setTimeout(300_000)
  const { page } = till
  await joinShop(page, shop, 'Counter 1')
  await expect(light(page)).toHaveText(/working/, soon)
  const other = await shop.addTill('Counter 2')
  const spoken = await shop.connect(other)
  await spoken.query('SELECT FROM kaunta.beat(now(), false, false, $1)', [
    { behind: 26 * 3_600_000, version: '0.0.9', waiting: 3 },
  ])
  await page.getByRole('button', { name: 'Tills and logins' }).click()
  await page.getByLabel('Administrator’s address').fill(textOfAddress(shop.address))
  await page.getByRole('button', { name: 'List the tills' }).click()
  const tills = page.getByRole('list', { name: 'duka' })
  await expect(tills.getByRole('listitem').filter({ hasText: 'Counter 1' })).toContainText(
    'ago',
    soon,
  )
  await expect(tills.getByRole('listitem').filter({ hasText: 'Counter 2' })).toContainText(
    '0.0.9 · 3 entries wait',
  )
  await expect(tills).toContainText('The clock of Counter 2 is 26 h 0 min behind')
  await checkScreen(till, 'shop-tills')

  await test.step('a new till’s address is shown once', async () => {
    await page.getByLabel('Till name').fill('Counter 3')
    await page.getByRole('button', { name: 'Add a till' }).click()
    const made = page.getByRole('alert').filter({ hasText: 'Address for Counter 3' })
    await expect(made).toBeVisible(soon)
    await expect(made).toContainText(/postgres:\/\/kaunta_till_/)
    await expect(tills.getByRole('listitem').filter({ hasText: 'Counter 3' })).toContainText(
      'not heard of yet',
    )
    await picture(till, 'shop-tills-added')
  })

  await test.step('an owner’s address is made, and ended', async () => {
    await page.getByRole('button', { name: 'Address for an owner' }).click()
    const made = page.getByRole('alert').filter({ hasText: /^Address for an owner/ })
    await expect(made).toContainText(/postgres:\/\/kaunta_owner_/, soon)
    await page.getByRole('button', { name: 'End 1 owner’s address' }).click()
    const dialog = page.getByRole('alertdialog')
    await picture(till, 'shop-tills-end-owners')
    await dialog.getByRole('button', { name: 'End 1 owner’s address' }).click()
    await expect(page.getByRole('button', { name: /^End 1 owner/ })).toHaveCount(0, soon)
  })

  await test.step('a stolen computer’s login ends at once', async () => {
    const row = tills.getByRole('listitem').filter({ hasText: 'Counter 2' })
    await row.getByRole('button', { name: 'Replace the computer' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('radio', { name: 'It is stolen or lost' }).click()
    await picture(till, 'shop-tills-replace')
    await dialog.getByRole('button', { name: 'Replace the computer' }).click()
    const made = page.getByRole('alert').filter({ hasText: 'Address for Counter 2' })
    await expect(made).toBeVisible(soon)
    await expect(shop.connect(other)).rejects.toMatchObject({ code: '28000' })
  })
})
