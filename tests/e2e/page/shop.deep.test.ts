import type { Page } from '@playwright/test'
import { openWindow } from '../../support/page/page-bridge'
import { expect, test } from '../../support/page/test'
import { calls } from '../../support/window/bridge'
import { expectOnePayment, expectState } from '../../support/window/expectations'
import { fillMobile, phones, pressPayButton, sellMobile } from '../../support/window/payment'
import { expectAccessible, expectNoSidewaysScroll } from '../../support/window/pictures'
import {
  addPeople,
  expectLocked,
  openSettings,
  people,
  signIn,
  typePin,
} from '../../support/window/staff'

const { neema, rehema } = people

const looks = [
  { language: 'sw', theme: 'dark', textSize: '100' },
  { language: 'en', theme: 'light', textSize: '150' },
] as const

// One after the other: each worker bundles the till once.
test.describe.configure({ mode: 'default' })

const go = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('people: a cashier signs in by PIN, a wrong one opens nothing, and a cashier changes no settings', async ({
  till: { page, ask },
}) => {
  await addPeople(page, neema, rehema)
  await page.keyboard.press('Control+l')
  await expectLocked(page, 'The till is locked.')
  await typePin(page, rehema.name, '9999')
  await expect(page.getByRole('alert')).toBeVisible()
  // What is typed while the first one is still checked does not count.
  const pin = page.getByLabel('PIN', { exact: true })
  await expect(async () => {
    if (await pin.isVisible()) {
      await pin.fill(rehema.pin, { timeout: 1_000 })
      await page.keyboard.press('Enter')
    }
    await expect(page.getByRole('banner')).toContainText('Rehema', { timeout: 5_000 })
  }).toPass({ timeout: 40_000 })
  await go(page, 'Settings')
  await expect(page.getByRole('tab', { name: 'People' })).toHaveCount(0)
  const add = { name: 'X', role: 'owner', pin: '123456' }
  expect(await ask('kaunta:staff.add', add)).toMatchObject({ ok: false, code: 'owner-needed' })
  await page.keyboard.press('Control+l')
  await signIn(page, neema)
})

test('the day is closed with what was confirmed, counted apart from what staff recorded', async ({
  till: { page },
}) => {
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Paid')
  await go(page, 'Charge')
  await page.getByRole('radio', { name: 'Cash' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('4000')
  await page.getByRole('button', { name: /^Cash taken/ }).click()
  await expectState(page, 'Paid in cash')
  await go(page, 'Day')
  const block = (name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
  await expect(block('Confirmed')).toContainText('TZS 15,000')
  // The bars of the hours stack phone and cash; no figure below them does.
  for (const name of ['Confirmed', 'Recorded by staff', 'Cash in the drawer'])
    await expect(block(name)).not.toContainText('19,000')
  await go(page, 'Close the day…')
  await page.getByRole('textbox', { name: 'Counted cash (TZS)' }).fill('3,500')
  await expect(page.getByText('TZS 500 less than expected')).toBeVisible()
  await go(page, 'Close the day')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close now' }).click()
  await expect(page.getByText('The day is closed')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('−500')
})

test('the customer’s window shows the payment and no name', async ({ till, pages, service }) => {
  service.control.setApproval(3)
  const customer = await pages.newPage()
  await openWindow(customer, till, 'customer')
  await expect(customer.getByRole('heading')).toHaveText('Welcome')
  await sellMobile(till.page, { phone: phones.ordinary })
  await expect(customer.getByRole('heading')).toHaveText('Check your phone')
  await expect(customer.locator('body')).toContainText('15,000')
  for (const secret of ['Asha', 'Mushi', phones.ordinary, expectOnePayment(service).reference])
    expect(await customer.content()).not.toContain(secret)
  await expect(customer.getByRole('heading')).toHaveText('Paid', { timeout: 20_000 })
  await pressPayButton(till.page, 'New sale')
  await expect(customer.getByRole('heading')).toHaveText('Welcome')
})

test('every tab of Settings opens', async ({ till: { page } }) => {
  for (const tab of [
    ...(['Details', 'Receipts and printer', 'Items', 'Ways to pay', 'Walk-in customer'] as const),
    ...(['Networks', 'Offline and limits', 'Language and appearance', 'Sounds'] as const),
    ...(['Customer display', 'Names and PINs', 'Activity log', 'Privacy'] as const),
    ...(['Connection', 'Shop database', 'Support'] as const),
  ]) {
    await openSettings(page, tab)
    await expect(page.getByRole('tab', { name: tab, exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  }
})

for (const look of looks)
  test(`charging, paid and the lists are accessible (${look.language}, ${look.theme}, ${look.textSize} %)`, async ({
    till,
  }) => {
    const { page } = till
    const check = async (name: string) => {
      await page.evaluate(() => document.fonts.ready)
      await expectNoSidewaysScroll(till, name)
      await expectAccessible(till, name)
    }
    await fillMobile(page, { phone: phones.approves })
    // What was typed stays: a person changes the display in the middle of a payment.
    await calls(page, 'kaunta:settings.saveDisplay', [look])
    const root = page.locator(`html[lang="${look.language}"][data-theme="${look.theme}"]`)
    await root.waitFor({ state: 'attached' })
    await check('Charge')
    await calls(page, 'kaunta:settings.saveDisplay', [{ ...look, language: 'en' }])
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Paid')
    await calls(page, 'kaunta:settings.saveDisplay', [look])
    await root.waitFor({ state: 'attached' })
    await check('Paid')
    for (const place of ['charge', 'payments', 'customers', 'day', 'settings']) {
      await page.locator(`[data-place="${place}"]`).click()
      await check(place)
    }
  })
