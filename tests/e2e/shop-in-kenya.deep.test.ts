import type { Locator, Page } from '@playwright/test'
import { defaultSettings } from '../../shared/settings'
import { calls } from '../support/window/bridge'
import { expectState } from '../support/window/expectations'
import { installPrinter, printedBy } from '../support/window/outputs'
import { chargeButton, fillMobile, openFromRail } from '../support/window/payment'
import { picture, resize } from '../support/window/pictures'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

const main = (page: Page): Locator => page.getByRole('main')
const press = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name, exact: true }).click()
const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const ways = (page: Page) =>
  page.getByRole('radiogroup', { name: 'How the customer pays' }).getByRole('radio')

/*
 * Cards are paid in TZS alone. Worked out by hand, in KES:
 *
 *                                       confirmed    cash
 * 1,500: a part by phone, then cash           600     900
 * 2,000: a part in cash, then by phone      1,600     400
 *                                           2,200   1,300
 */
test('the rest of a sale is paid in the shop’s currency, never by card, and counted in it', async ({
  till,
  service,
}) => {
  const { page } = till
  await installPrinter(till, 'prints')
  const shop = { ...defaultSettings.shop, name: 'Duka la Wanjiku', currency: 'KES', country: 'KE' }
  const [saved] = await calls(page, 'kaunta:settings.save', [{ section: 'shop', value: shop }])
  expect(saved).toMatchObject({ ok: true })

  await test.step('the rest of a part by phone is paid in cash', async () => {
    await fillMobile(page, { phone: '', typed: '0712 345 678', amount: '1500' })
    await field(page, 'Part payment').fill('600')
    await expect(chargeButton(page)).toContainText('KES 600')
    await chargeButton(page).click()
    await expectState(page, 'Part paid')
    await expect(main(page).getByText('Give no goods yet. Still to pay: KES 900.')).toBeVisible()
    await press(page, 'Take the rest')
    await expect(main(page).getByText('The rest of KES 1,500')).toBeVisible()
    await expect(ways(page)).toHaveCount(2)
    await expect(page.getByRole('radio', { name: 'Cash' })).toBeChecked()
    await expect(field(page, 'Amount')).toHaveValue('900')
    await picture(till, 'kenya-rest-in-cash')
    await expectNoTzs(page)
    await press(page, /^Cash taken ·KES 900$/)
    await openFromRail(page, '1,500')
    await expectState(page, 'Paid')
    await expect(main(page).getByText('Mobile money KES 600 + Cash KES 900')).toBeVisible()
    await resize(till, { width: 1024, height: 640 })
    const other = main(page).getByRole('list', { name: 'Other payments of this sale' })
    expect(await middleOf(other.locator('svg').last()), 'the arrow is beside the time').toBeCloseTo(
      await middleOf(other.getByText(/^\d\d:\d\d$/)),
      -1,
    )
    await picture(till, 'kenya-paid')
    await expectNoTzs(page)
    expect(await printReceipt(till)).toMatch(/KES 1,500 PAID .*Mobile money 600 Cash 900 /)
  })

  await test.step('the rest of a part in cash is paid by phone', async () => {
    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    await page.getByRole('radio', { name: 'Cash' }).click()
    await field(page, 'Amount').fill('2000')
    await field(page, 'Received').fill('400')
    await press(page, /^Part in cash/)
    await expect(main(page).getByText('The rest of KES 2,000')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Mobile money' })).toBeChecked()
    await expect(ways(page)).toHaveCount(2)
    await field(page, 'Phone number').fill('0712 345 679')
    await field(page, 'First name').fill('Wanjiku')
    await field(page, 'Last name').fill('Kamau')
    await expect(chargeButton(page)).toContainText('KES 1,600')
    await picture(till, 'kenya-rest-by-phone')
    await chargeButton(page).click()
    await expectState(page, 'Paid')
    await expectNoTzs(page)
    expect(await printReceipt(till)).toMatch(/KES 2,000 PAID .*Cash 400 Mobile money 1,600 /)
  })
  expect(service.control.payments().map(({ amount }) => amount)).toEqual([
    { currency: 'KES', value: 600 },
    { currency: 'KES', value: 1_600 },
  ])

  await test.step('the day', async () => {
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    const confirmed = main(page).getByRole('region', { name: 'Confirmed', exact: true })
    await expect(confirmed).toContainText('KES 2,200 2 payments')
    await expect(main(page)).toContainText('KES 1,300 · 2 payments')
    await picture(till, 'kenya-day')
    await press(page, 'Close the day…')
    await field(page, 'Float at the start (KES)').fill('1000')
    await field(page, 'Counted cash (KES)').fill('2300')
    await expectNoTzs(page)
  })
})

/** How far down its middle is, px. */
async function middleOf(part: Locator): Promise<number> {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not shown')
  return box.y + box.height / 2
}

async function expectNoTzs(page: Page): Promise<void> {
  await expect(page.locator('body')).not.toContainText('TZS')
}

/** What the receipt says that is printed now, on one line: none of it in another currency. */
async function printReceipt(till: Till): Promise<string> {
  const before = (await printedBy(till)).length
  await press(till.page, 'Print receipt')
  await expect.poll(async () => (await printedBy(till)).length).toBe(before + 1)
  const text = ((await printedBy(till)).at(-1)?.text ?? '').replace(/\s+/g, ' ')
  expect(text).not.toContain('TZS')
  return text
}
