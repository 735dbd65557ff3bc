import { writeFileSync } from 'node:fs'
import { defaultReceiptSettings } from '../../shared/settings/receipts'
import { calls } from '../support/window/bridge'
import { createRequests, expectState } from '../support/window/expectations'
import { typeText } from '../support/window/keyboard'
import { installPrinter, keepPdfPicture, printedBy } from '../support/window/outputs'
import { chargeButton, fillMobile, paymentState, phones } from '../support/window/payment'
import { checkScreen, picture, resize } from '../support/window/pictures'
import { addPeople, openSettings, people, signIn } from '../support/window/staff'
import { expect, test } from '../support/window/test'

// Each picture is taken in two looks.
test.slow()

const { neema, rehema } = people

test('discounts: the owner allows them, a key takes one off, and above the limit a manager approves', async ({
  till,
  service,
}) => {
  const { page } = till
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const pad = page.getByRole('group', { name: 'Number pad' })
  const minus = pad.getByRole('button', { name: 'Discount' })

  await test.step('no shop gives them at first', async () => {
    await expect(field('Amount')).toBeFocused()
    await expect(minus).toHaveCount(0)
    await typeText(page, '10500-500')
    await expect(field('Amount')).toHaveValue('10,500-500')
    await page.keyboard.press('F6')
    await openSettings(page, 'Ways to pay')
    const limit = field('Highest percent without a manager')
    await expect(limit).toHaveValue('')
    await limit.fill('101')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(limit).toHaveAttribute('aria-invalid', 'true')
    await limit.fill('5')
    await resize(till, { width: 1024, height: 640 })
    await limit.scrollIntoViewIfNeeded()
    await picture(till, 'settings-discounts')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })

  await installPrinter(till, 'prints')
  const receipts = { ...defaultReceiptSettings, taxRate: 18, paper: '58', printer: 'till-80' }
  await calls(page, 'kaunta:settings.save', [{ section: 'receipts', value: receipts }])
  await addPeople(page, neema, rehema)
  await page.keyboard.press('Control+l')
  await signIn(page, rehema)

  await test.step('the keyboard takes one off, and the service is asked for the rest', async () => {
    await fillMobile(page, { phone: phones.approves, amount: '' })
    await field('Amount').focus()
    await typeText(page, '10500-500')
    await expect(field('Amount')).toHaveValue('10,500−500')
    await expect(page.getByRole('status', { name: 'Sum' })).toHaveText('10,000')
    await expect(chargeButton(page)).toContainText('TZS 10,000')
    await checkScreen(till, 'charge-discount')
    await chargeButton(page).click()
    await expectState(page, 'Paid')
    const [asked, ...others] = createRequests(service)
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({ details: { amount: 10_000 } })
    expect(others).toEqual([])
    await expect(page.getByRole('list', { name: 'Items' })).toContainText('Discount−500')
    await picture(till, 'live-discount')
  })

  await test.step('so does the pad; above the limit a manager approves it, once', async () => {
    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    await page.getByRole('radio', { name: 'Cash' }).click()
    for (const key of ['2', '000'])
      await pad.getByRole('button', { name: key, exact: true }).click()
    await minus.click()
    for (const key of ['3', '0', '0'])
      await pad.getByRole('button', { name: key, exact: true }).click()
    await expect(field('Amount')).toHaveValue('2,000−300')
    const take = page.getByRole('button', { name: /^Cash taken/ })
    await take.click()
    const approval = page.getByRole('alertdialog', { name: 'Manager approval needed' })
    await expect(approval).toContainText('approve a discount')
    await expect(approval).toContainText('300')
    await checkScreen(till, 'discount-approval')
    await approval.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Only a manager or an owner may do this.')).toBeVisible()
    await take.click()
    await approval.getByLabel('Neema, your PIN').fill(neema.pin)
    await page.keyboard.press('Enter')
    await expect(paymentState(page)).toContainText('Cash, taken by Rehema')
  })

  await test.step('its receipt names it, with the tax of what was paid', async () => {
    await page.getByRole('button', { name: 'Print receipt' }).click()
    await expect.poll(async () => (await printedBy(till)).length).toBe(1)
    const [printed] = await printedBy(till)
    expect(printed?.text).toMatch(/Discount\s*−300/)
    expect(printed?.text).toMatch(/18%[^\n]*\s*259/)
    const file = test.info().outputPath('receipt.pdf')
    writeFileSync(file, printed?.pdf ?? '', 'base64')
    keepPdfPicture(file, 'receipt-discount')
  })

  await test.step('Day has them in a row', async () => {
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    await expect(page.getByRole('row', { name: 'Discounts' })).toContainText('−800')
    await picture(till, 'day-discounts')
  })
})
