import type { Locator, Page } from '@playwright/test'
import { defaultCharging } from '../../shared/settings/charging'
import { calls } from '../support/window/bridge'
import { expectState } from '../support/window/expectations'
import { paymentState, phones, pressPayButton, sellMobile } from '../support/window/payment'
import { expect, test } from '../support/window/test'

/* How many keys and taps each thing takes: the table in docs/evidence/presses.md. */

/** Counts what a person does. */
function hands(page: Page) {
  const done = { keys: 0, taps: 0 }
  return {
    done,
    async type(text: string) {
      for (const key of text) await this.press(key)
    },
    async press(key: string) {
      done.keys += 1
      // What comes faster is a scan.
      await page.keyboard.press(key, { delay: 50 })
    },
    async tap(target: Locator) {
      done.taps += 1
      await target.click()
    },
  }
}

const items = ['Soda', 'Bread', 'Milk'].map((name, place) => ({
  name,
  price: 1_500 + 500 * place,
  code: '',
}))

test('how many presses each payment takes', async ({ till: { page }, service }) => {
  test.slow()
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const pad = page.getByRole('group', { name: 'Number pad' })
  const padKey = (key: string) => pad.getByRole('button', { name: key, exact: true })
  await calls(page, 'kaunta:settings.save', [
    { section: 'charging', value: { ...defaultCharging, items } },
  ])
  const begin = async () => {
    await page.keyboard.press('F2')
    await page.keyboard.press('F6')
    await expect(field('Amount')).toBeFocused()
    // So long after the screen changed that every Enter is taken.
    await page.waitForTimeout(800)
    return hands(page)
  }
  await test.step('first payment: amount, number, both names', async () => {
    const person = await begin()
    await type(person, '15000', 'Enter')
    await expect(field('Phone number')).toBeFocused()
    await type(person, '0700000001', 'Enter')
    await expect(field('First name')).toBeFocused()
    await type(person, 'Asha', 'Enter')
    await expect(field('Last name')).toBeFocused()
    await type(person, 'Mushi', 'Enter')
    await expectState(page, 'Paid')
    expect(person.done).toEqual({ keys: 28, taps: 0 })
  })
  await test.step('known customer, by the beginning of the number', async () => {
    const person = await begin()
    await type(person, '15000', 'Enter')
    await type(person, '070', 'Enter')
    await expect(field('First name')).toHaveValue('Asha')
    await person.press('Enter')
    await expectState(page, 'Paid')
    expect(person.done).toEqual({ keys: 11, taps: 0 })
    await page.waitForTimeout(800)
    await expect(page.getByRole('button', { name: 'Hand over goods' })).toBeEnabled()
    await person.press('Enter')
    await expect(field('Amount'), 'goods handed over').toBeFocused()
    expect(person.done).toEqual({ keys: 12, taps: 0 })
  })
  await test.step('three items for a known customer', async () => {
    const person = await begin()
    for (const { name } of items)
      await person.tap(page.getByRole('group', { name: 'Items' }).getByRole('button', { name }))
    await person.press('Enter')
    await type(person, '070', 'Enter')
    await expect(field('First name')).toHaveValue('Asha')
    await person.press('Enter')
    await expectState(page, 'Paid')
    expect(person.done).toEqual({ keys: 6, taps: 3 })
  })
  await test.step('cash with change, by taps', async () => {
    const person = await begin()
    await person.tap(page.getByRole('radio', { name: 'Cash' }))
    for (const key of ['4', '5', '00']) await person.tap(padKey(key))
    await person.tap(page.getByRole('button', { name: '5,000', exact: true }))
    await expect(page.getByText('Change')).toBeVisible()
    await person.tap(button(/^Cash taken/))
    await paymentState(page).waitFor()
    expect(person.done).toEqual({ keys: 0, taps: 6 })
  })
  await test.step('split: a part in cash, the rest by phone', async () => {
    const person = await begin()
    await person.tap(page.getByRole('radio', { name: 'Cash' }))
    for (const key of ['3', '000']) await person.tap(padKey(key))
    await person.tap(field('Received'))
    for (const key of ['1', '000']) await person.tap(padKey(key))
    await person.tap(button(/^Part in cash/))
    await expect(field('Phone number')).toBeFocused()
    await type(person, '070', 'Enter')
    await expect(field('First name')).toHaveValue('Asha')
    await person.tap(button(/^Request payment/))
    await expectState(page, 'Paid')
    expect(person.done).toEqual({ keys: 4, taps: 8 })
  })
  await test.step('giving back a paid payment, with its reason', async () => {
    await sellMobile(page, { phone: phones.approves, amount: '9000' })
    await expectState(page, 'Paid')
    await page.waitForTimeout(800)
    const person = hands(page)
    await person.tap(button('More'))
    await person.tap(page.getByRole('main').getByRole('button', { name: 'Give back' }))
    const dialog = page.getByRole('alertdialog', { name: 'Give money back' })
    await person.tap(dialog.getByRole('radio', { name: 'In cash' }))
    await person.tap(dialog.getByRole('textbox', { name: 'Reason' }))
    await person.type('broken')
    await person.tap(dialog.getByRole('button', { name: /^Record/ }))
    await expect(dialog).toBeHidden()
    expect(person.done).toEqual({ keys: 6, taps: 5 })
    await pressPayButton(page, 'New sale')
  })
  await test.step('cash-up, nothing open', async () => {
    service.control.reset()
    const person = hands(page)
    await person.tap(page.getByRole('navigation').getByRole('button', { name: 'Day' }))
    await person.tap(button('Close the day…'))
    await person.tap(
      page.getByRole('main').getByRole('button', { name: 'Close the day', exact: true }),
    )
    await person.tap(page.getByRole('alertdialog').getByRole('button', { name: /^Close/ }))
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(button('Print')).toBeVisible()
    expect(person.done).toEqual({ keys: 0, taps: 4 })
  })
})

async function type(
  person: { type(text: string): Promise<void>; press(key: string): Promise<void> },
  text: string,
  key: string,
): Promise<void> {
  await person.type(text)
  await person.press(key)
}
