import { defaultCharging } from '../../shared/settings/charging'
import type { PracticeService } from '../support/practice/start'
import { calls } from '../support/window/bridge'
import { createRequests } from '../support/window/expectations'
import { type ScanEnd, scan, typeHere, typeText } from '../support/window/keyboard'
import { chargeButton } from '../support/window/payment'
import { checkScreen } from '../support/window/pictures'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

test('what Charge begins with, and its items', async ({ till, service }) => {
  test.slow()
  await test.step('items are typed and read from a file; a scan of a code adds one to the sum', () =>
    readItems(till, service))
  await till.page.reload()
  await test.step('as the owner says that most pay; a shop that takes no cash is not offered it', () =>
    chooseUsualWay(till))
  await till.page.reload()
  await test.step('items by keyboard: one stop, arrows, letters filter; Cancel takes back what was pressed', () =>
    pressItems(till))
})

async function readItems(till: Till, service: PracticeService): Promise<void> {
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
}

const items = [
  { name: 'Soda', price: 1_500, code: '96385074' },
  { name: 'Bread', price: 2_000, code: '012345678905' },
  { name: 'Salt', price: 500, code: '12345' },
]

test('a scan is known by its speed, whatever ends it and wherever it is typed', async ({
  till,
  service,
}) => {
  test.slow()
  const { page } = till
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const amount = field('Amount')
  const dialog = page.getByRole('alertdialog', { name: 'No item has this code' })
  await calls(page, 'kaunta:settings.save', [
    { section: 'charging', value: { ...defaultCharging, items } },
  ])
  const ends: readonly ScanEnd[] = ['Enter', 'Tab', 'Ctrl+J', 'nothing']
  for (const end of ends)
    await test.step(`a code that ends with ${end}`, async () => {
      await page.keyboard.press('F6')
      await amount.fill('4500')
      await scan(till, '12345', end)
      await expect(chargeButton(page)).toContainText('5,000')
      await expect(amount, 'it holds what it held').toHaveValue('4,500')
      await expect(amount).toBeFocused()
      await field('First name').focus()
      await scan(till, '96385074', end)
      await expect(chargeButton(page)).toContainText('6,500')
      await expect(field('First name')).toHaveValue('')
      await expect(field('First name')).toBeFocused()
      await field('Phone number').focus()
      await scan(till, '00012345678905', end)
      await expect(chargeButton(page)).toContainText('8,500')
      await expect(field('Phone number')).toHaveValue('')
    })

  await test.step('a code that the window lost the focus behind', async () => {
    await page.keyboard.press('F6')
    await amount.focus()
    await scan(till, '96385074', 'nothing')
    await field('Phone number').focus()
    await expect(chargeButton(page)).toContainText('1,500')
    await expect(amount).toHaveValue('')
  })

  await test.step('a scanner for a US keyboard on a French layout', async () => {
    await page.keyboard.press('F6')
    await field('First name').focus()
    await scan(till, '12345', 'nothing', 'French')
    await expect(chargeButton(page)).toContainText('500')
    await expect(field('First name')).toHaveValue('')
  })

  await test.step('a key that is held down is no scan', async () => {
    await page.keyboard.press('F6')
    await amount.fill('5')
    for (let times = 0; times < 6; times++) await page.keyboard.down('0')
    await page.keyboard.up('0')
    await expect(amount).toHaveValue('5,000,000')
    await page.waitForTimeout(200)
    await expect(amount).toHaveValue('5,000,000')
  })

  await test.step('an amount that equals an item’s code is not taken', async () => {
    await page.keyboard.press('F6')
    await page.getByRole('radio', { name: 'Cash', exact: true }).click()
    await typeHere(page, amount, '12345')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This is an item’s code')).toBeVisible()
    await expect(amount).toBeFocused()
    await checkScreen(till, 'amount-is-code')
    await page.getByRole('radio', { name: 'Mobile money' }).click()
  })

  await test.step('a code that no item has is added, or is looked for', async () => {
    await page.keyboard.press('F6')
    await amount.fill('4500')
    await scan(till, '6001087357180', 'nothing')
    await expect(dialog).toContainText('6001087357180')
    await expect(dialog.getByRole('button', { name: 'Look for a payment' })).toBeFocused()
    await checkScreen(till, 'unknown-code')
    await page.keyboard.press('Escape')
    await expect(amount).toHaveValue('4,500')
    await expect(amount).toBeFocused()
    await scan(till, '6001087357180')
    await dialog.getByRole('button', { name: 'Look for a payment' }).click()
    await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('6001087357180')
    await page.keyboard.press('Escape')
    await scan(till, '6001087357180', 'Tab')
    await dialog.getByRole('button', { name: 'Add it' }).click()
    await expect(field('Code (optional) 4')).toHaveValue('6001087357180')
    await expect(field('Item 4')).toBeFocused()
    await typeHere(page, field('Item 4'), 'Rice')
    await field('Price 4').fill('3000')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    await scan(till, '6001087357180', 'nothing')
    await expect(chargeButton(page)).toContainText('7,500')
  })
  expect(createRequests(service)).toEqual([])
})

async function chooseUsualWay({ page }: Till): Promise<void> {
  const way = (name: string) => page.getByRole('radio', { name, exact: true })
  await expect(way('Mobile money')).toBeChecked()
  await openSettings(page, 'Ways to pay')
  await page.getByRole('radiogroup', { name: 'Most customers pay by' }).getByText('Cash').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await expect(way('Cash')).toBeChecked()
  await typeText(page, '5000')
  await way('Card').click()
  await page.keyboard.press('F6')
  await expect(way('Cash'), 'for the next customer again').toBeChecked()
  await calls(page, 'kaunta:settings.save', [
    { section: 'charging', value: { ...defaultCharging, usual: 'cash', cash: false } },
  ])
  await expect(way('Cash')).toBeHidden()
  await expect(way('Mobile money')).toBeChecked()
}

async function pressItems({ page }: Till): Promise<void> {
  const names = [
    'Soda',
    'Bread',
    'Milk 1 l',
    'Airtime',
    'Sugar kg',
    'Eggs tray',
    'Water',
    'Salt',
    'Soap',
  ]
  const items = names.map((name, place) => ({ name, price: 1_000 * (place + 1), code: '' }))
  await calls(page, 'kaunta:settings.save', [
    { section: 'charging', value: { ...defaultCharging, items } },
  ])
  const group = page.getByRole('group', { name: 'Items' }).first()
  const item = (name: string) => group.getByRole('button', { name })
  const lines = page.getByRole('list', { name: 'Items' }).getByRole('listitem')
  await expect(group.getByRole('button')).toHaveCount(8)
  await test.step('arrows move through two lines of four, and Tab leaves them', async () => {
    await page.getByRole('textbox', { name: 'Amount' }).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(item('Soda')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect(item('Eggs tray')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(lines).toHaveText([/^Eggs tray/])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(item('Eggs tray'), 'where it was left').toBeFocused()
  })
  await test.step('letters leave what has them, also what is not in sight', async () => {
    await page.keyboard.type('so')
    await expect(group.getByRole('button')).toHaveText([/^Soda/, /^Soap/])
    await page.keyboard.type('q')
    await expect(group.getByRole('button'), 'a letter that leaves nothing').toHaveCount(2)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(lines).toHaveText([/^Eggs tray/, /^Soap/])
    await expect(group.getByRole('button')).toHaveCount(8)
    await page.keyboard.type('mi')
    await expect(item('Milk 1 l')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(group.getByRole('button')).toHaveCount(8)
    await expect(item('Milk 1 l')).toBeFocused()
  })
  await test.step('Cancel of All items takes back what was pressed there, and Done keeps it', async () => {
    const dialog = page.getByRole('alertdialog', { name: 'Items' })
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Soda' })).toBeFocused()
    await page.keyboard.type('wa')
    await page.keyboard.press('Enter')
    await expect(lines).toHaveCount(3)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(lines).toHaveText([/^Eggs tray/, /^Soap/])
    await group.getByRole('button', { name: 'All items' }).click()
    await dialog.getByRole('button', { name: 'Water' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(lines).toHaveText([/^Eggs tray/, /^Soap/, /^Water/])
  })
}
