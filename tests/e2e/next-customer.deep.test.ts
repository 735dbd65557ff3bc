import type { Page } from '@playwright/test'
import { createRequests, expectState } from '../support/window/expectations'
import { scan } from '../support/window/keyboard'
import { fillCard, fillMobile, phones } from '../support/window/payment'
import { expect, test } from '../support/window/test'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const search = (page: Page) => page.getByRole('dialog').getByRole('combobox')
const ask = (page: Page) => page.getByRole('button', { name: 'Ask the payment service' })

test('from one customer to the next nothing is carried over', async ({ till, service }) => {
  test.slow()
  const { page } = till
  await test.step('a scanned code is looked for, and is no amount', async () => {
    await field(page, 'Amount').fill('1500')
    await scan(till, '96385074')
    await expect(search(page)).toHaveValue('96385074')
    await page.keyboard.press('Escape')
    await expect(field(page, 'Amount')).toHaveValue('1,500')
  })
  await test.step('it is no press of the button that sends', async () => {
    await fillMobile(page, { phone: phones.approves, amount: '1500' })
    await page.getByRole('button', { name: /^Request payment/ }).focus()
    await scan(till, '6001087357180')
    await expect(search(page)).toHaveValue('6001087357180')
    await page.keyboard.press('Escape')
    await expect(field(page, 'Amount')).toBeVisible()
    expect(createRequests(service)).toEqual([])
  })
  await test.step('at PAID it hands nothing over', async () => {
    await page.getByRole('button', { name: /^Request payment/ }).click()
    await expectState(page, 'Paid')
    await page.waitForTimeout(1_000)
    await scan(till, '96385074')
    await page.keyboard.press('Escape')
    await expectState(page, 'Paid')
    await expect(page.getByRole('button', { name: 'Hand over goods' })).toBeVisible()
  })
  service.control.reset()
  await test.step('what was typed for one customer is not sent for the next', async () => {
    for (const open of [
      () => page.keyboard.press('F2'),
      () => page.getByRole('button', { name: 'Charge', exact: true }).click(),
    ]) {
      await fillMobile(page, { phone: phones.approves, amount: '9000' })
      await field(page, 'First name').focus()
      await open()
      await expect(field(page, 'Amount')).toBeFocused()
      const notice = page.getByText('Typed before. Another customer?')
      await expect(notice).toBeVisible()
      expect((await notice.boundingBox())?.height, 'as high as its text').toBeLessThan(48)
      await page.keyboard.type('2500')
      await expect(field(page, 'Amount'), 'the old amount is gone').toHaveValue('2,500')
      await page.keyboard.press('Enter')
      await expect(field(page, 'Phone number'), 'the old number is looked at').toBeFocused()
      expect(createRequests(service)).toEqual([])
    }
  })
  await test.step('the number pad on the screen replaces it too', async () => {
    await page.keyboard.press('F2')
    const pad = page.getByRole('group', { name: 'Number pad' })
    await pad.getByRole('button', { name: '7', exact: true }).click()
    await expect(field(page, 'Amount')).toHaveValue('7')
  })
  await test.step('one key clears it', async () => {
    await page.keyboard.press('F6')
    for (const name of ['Amount', 'Phone number', 'First name'])
      await expect(field(page, name)).toHaveValue('')
    await expect(field(page, 'Amount')).toBeFocused()
    await expect(page.getByText('Typed before')).toBeHidden()
  })
  await test.step('a name has a letter', async () => {
    await fillMobile(page, { phone: phones.approves, amount: '2500' })
    await field(page, 'First name').fill('0700000001 2500')
    await page.getByRole('button', { name: /^Request payment/ }).click()
    await expect(page.getByText('A name needs a letter.')).toBeVisible()
    expect(createRequests(service)).toEqual([])
  })
  await test.step('after a card payment the next one is by mobile money again', async () => {
    await fillCard(page)
    await page.getByRole('button', { name: /^Show card QR/ }).click()
    await expectState(page, 'Waiting for customer')
    await page.keyboard.press('F2')
    await expect(page.getByRole('radio', { name: 'Mobile money' })).toBeChecked()
  })
  await test.step('of digits that match nothing the service is not asked', async () => {
    await page.keyboard.press('F4')
    await search(page).fill('4500')
    await expect(page.getByText('No match on this till')).toBeVisible()
    await expect(ask(page)).toBeHidden()
    await search(page).fill('TX4500')
    await expect(ask(page)).toBeVisible()
  })
})
