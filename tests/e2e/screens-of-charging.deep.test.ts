import { defaultCharging } from '../../shared/settings/charging'
import { calls } from '../support/window/bridge'
import { expectState } from '../support/window/expectations'
import { typeText } from '../support/window/keyboard'
import { fillCard, phones, pressPayButton, sellCard, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/* Pictures of what makes charging fast, for people to look at; and what a machine can judge of them. */

const items = [500, 1_000, 2_500, 12_500, 150_000, 1_000_000].map(price => ({
  name: `Item of ${price}`,
  price,
  code: '',
}))

async function shopWithCustomers({ page }: Till): Promise<void> {
  const networks = [{ prefix: '25570', name: 'Our network' }]
  await calls(page, 'kaunta:settings.save', [
    { section: 'charging', value: { ...defaultCharging, items, networks } },
  ])
  await sellCard(page)
  for (const [phone, firstName] of [
    [phones.approves, 'Asha'],
    ['255700000101', 'Neema'],
    ['255700000102', 'Mwanahamisi Khadija'],
  ] as const) {
    await sellMobile(page, { phone, firstName })
    await expectState(page, 'Paid')
  }
}

test('a known customer is charged, and is in the customer book', async ({ till }) => {
  test.slow()
  const { page } = till
  await shopWithCustomers(till)
  await pressPayButton(page, 'New sale')
  await typeText(page, '150000+2x12500')
  await checkScreen(till, 'charge-sum')
  await page.keyboard.press('Enter')
  await page.keyboard.type('0700')
  await page.getByRole('listbox').waitFor()
  await page.keyboard.press('ArrowDown')
  await checkScreen(till, 'charge-suggestions')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'First name' })).not.toHaveValue('')
  await picture(till, 'charge-known')
  await page.getByRole('textbox', { name: 'Amount' }).fill('1500-200+')
  await page.getByRole('textbox', { name: 'Phone number' }).focus()
  await picture(till, 'charge-sum-problem')
  await page.getByRole('textbox', { name: 'Amount' }).fill('2500000')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await checkScreen(till, 'charge-read-back')
  await page.keyboard.press('Escape')
  await fillCard(page)
  await picture(till, 'charge-card-known')
  await page.getByRole('button', { name: 'Customers' }).click()
  await page.getByRole('list', { name: 'Customer book' }).waitFor()
  await checkScreen(till, 'customers')
  await page.getByRole('button', { name: /^Edit Asha/ }).click()
  await checkScreen(till, 'customer-edit')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Forget Asha/ }).click()
  await picture(till, 'customer-forget')
})
