import { expect, test } from '../../support/page/test'
import { createRequests, expectOnePayment, expectState } from '../../support/window/expectations'
import { readQrCode } from '../../support/window/outputs'
import {
  chargeButton,
  fillMobile,
  openFromRail,
  phones,
  sellCard,
} from '../../support/window/payment'

// One after the other: each worker bundles the till once.
test.describe.configure({ mode: 'default' })

test('first run: practice mode, a pretend customer pays, and Payments and Settings open', async ({
  launch,
}) => {
  const { page } = await launch()
  await page.getByRole('button', { name: 'Practice mode' }).click()
  await page.getByRole('button', { name: 'Fill it in for me' }).click()
  await chargeButton(page).click()
  await expectState(page, 'Paid')
  await page.getByRole('button', { name: 'Payments', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Paid' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Selling', exact: true })).toBeVisible()
})

test('mobile money: paid once, and the goods are handed over once', async ({ till, service }) => {
  const { page } = till
  await fillMobile(page, { phone: phones.approves, typed: '0700 000 001' })
  await chargeButton(page).dblclick()
  await expectState(page, 'Paid')
  expect(expectOnePayment(service, 1)).toMatchObject({
    status: 'completed',
    amount: { currency: 'TZS', value: 15_000 },
  })
  await page.getByRole('button', { name: 'Hand over goods' }).click()
  await expect(chargeButton(page), 'the next sale').toBeVisible()
  await openFromRail(page, '15,000')
  await expect(page.getByText('Goods handed over at')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hand over goods' })).toBeHidden()
})

test('card: the code on the screen is the checkout page, and paying there is Paid here', async ({
  till: { page },
  service,
}) => {
  await sellCard(page)
  await page.getByRole('img', { name: 'Card checkout QR code' }).waitFor()
  const payment = expectOnePayment(service, 1)
  const { checkout_url: address } = JSON.parse(payment.answer).data
  await expect.poll(async () => readQrCode(await page.screenshot())).toBe(address)
  service.control.decide(payment.reference, 'completed')
  await expectState(page, 'Paid')
  await expect(page.getByRole('img', { name: 'Card checkout QR code' })).toBeHidden()
})

test('a part by phone, then the rest in cash, also after it was undone: no goods before it', async ({
  till: { page },
  service,
}) => {
  const main = page.getByRole('main')
  const part = page.getByRole('textbox', { name: 'Part payment' })
  await fillMobile(page, { phone: phones.approves, typed: '0700 000 001' })
  await part.fill('15001')
  await chargeButton(page).click()
  await expect(main.getByText('More than is left to pay')).toBeVisible()
  await part.fill('4000')
  await expect(main.getByText('Still to pay: 11,000')).toBeVisible()
  await expect(chargeButton(page)).toContainText('TZS 4,000')
  await chargeButton(page).click()
  await expectState(page, 'Part paid')
  await expect(page.getByRole('button', { name: 'Hand over goods' })).toBeHidden()
  expect(expectOnePayment(service, 1).amount).toEqual({ currency: 'TZS', value: 4_000 })
  await page.getByRole('button', { name: 'Take the rest' }).click()
  await expect(page.getByRole('radio', { name: 'Cash' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('11,000')
  await page.getByRole('button', { name: /^Cash taken/ }).click()
  await main.getByRole('button', { name: 'Undo' }).click()
  await expectState(page, 'Undone')
  await openFromRail(page, '15,000')
  await expectState(page, 'Part paid')
  await expect(main.getByText('Give no goods yet. Still to pay: TZS 11,000.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hand over goods' })).toBeHidden()
  await page.getByRole('button', { name: 'Take the rest' }).click()
  await page.getByRole('button', { name: /^Cash taken/ }).click()
  await openFromRail(page, '15,000')
  await page.getByRole('button', { name: 'Hand over goods' }).click()
  await expect(chargeButton(page), 'the next sale').toBeVisible()
  await openFromRail(page, '15,000')
  await expect(main.getByText('Mobile money TZS 4,000 + Cash TZS 11,000')).toBeVisible()
  const others = main.getByRole('list', { name: 'Other payments of this sale' })
  await others.getByRole('button', { name: 'TZS 11,000 Paid in cash' }).click()
  await expectState(page, 'Paid in cash')
})

test('cash: change, and nothing goes to the service', async ({ till: { page }, service }) => {
  await page.getByRole('radio', { name: 'Cash' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('4000')
  await page.getByRole('main').getByRole('button', { name: '5,000', exact: true }).click()
  await expect(page.getByText('Change 1,000')).toBeVisible()
  await page.getByRole('button', { name: /^Cash taken/ }).click()
  await expectState(page, 'Paid in cash')
  expect(createRequests(service)).toEqual([])
})

test('cash by mistake is undone, and the same sale is charged again', async ({
  till: { page },
}) => {
  const main = page.getByRole('main')
  await page.getByRole('radio', { name: 'Cash' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('4000')
  await page.getByRole('button', { name: /^Cash taken/ }).click()
  await expectState(page, 'Paid in cash')
  await expect(main.getByRole('button', { name: 'Undo' })).toContainText(/^Undo \(\d+ s\)$/)
  await main.getByRole('button', { name: 'Undo' }).click()
  await expectState(page, 'Undone')
  await expect(main.getByText('No cash was taken.', { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Undo' })).toBeHidden()
  await main.getByRole('button', { name: 'Charge again' }).click()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('4,000')
})
