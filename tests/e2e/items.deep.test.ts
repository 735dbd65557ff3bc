import { defaultCharging } from '../../shared/settings/charging'
import { calls } from '../support/window/bridge'
import { createRequests } from '../support/window/expectations'
import { scan } from '../support/window/keyboard'
import { checkScreen } from '../support/window/pictures'
import { chargeButton } from '../support/window/sale'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'

test('items are typed and read from a file; a scan of a code adds one to the sum', async ({
  till,
  service,
}) => {
  test.slow()
  const { page } = till
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await openSettings(page, 'Items')
  await field('Item 1').fill('Soda')
  await field('Price 1').fill('1500')
  await field('Code (optional) 1').fill('96385074')

  await test.step('the file is shown first, with what is wrong row by row', async () => {
    const csv = 'Item,Price,Code\nBread,2000,\nMilk,3 200,7\nSODA,900,\nSalt,,'
    await page.locator('input[type=file]').setInputFiles({
      name: 'items.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    })
    const dialog = page.getByRole('alertdialog', { name: 'Items in the file: 2' })
    await expect(dialog.getByRole('listitem')).toHaveText(['Bread · 2,000', 'Milk · 3,200 · 7'])
    await expect(dialog).toContainText('Row 4 is left out. Another item has this name.')
    await expect(dialog).toContainText('Row 5 is left out. Type a whole price, such as 1,500.')
    await checkScreen(till, 'items-file')
    await dialog.getByRole('button', { name: 'Add these' }).click()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  const items = page.getByRole('group', { name: 'Items' })
  await expect(items.getByRole('button')).toHaveText(['Soda1,500', 'Bread2,000', 'Milk3,200'])
  await scan(till, '96385074')
  await expect(chargeButton(page)).toContainText('1,500')
  await expect(field('Amount')).toHaveValue('')
  await field('Amount').fill('250')
  await scan(till, '96385074')
  await expect(chargeButton(page)).toContainText('3,250')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(createRequests(service)).toEqual([])
})

test('a shop that takes no cash is not offered it', async ({ till: { page } }) => {
  const cash = page.getByRole('radio', { name: 'Cash', exact: true })
  await expect(cash).toBeVisible()
  await calls(page, 'kaunta:settings.save', [
    { section: 'charging', value: { ...defaultCharging, cash: false } },
  ])
  await expect(cash).toBeHidden()
})
