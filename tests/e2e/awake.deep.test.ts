import { hurryClock } from '../support/window/bridge'
import { expectOnePayment, expectState } from '../support/window/expectations'
import { sellCard } from '../support/window/payment'
import { keepScreenshot } from '../support/window/pictures'
import { addPeople, openSettings, people, signIn } from '../support/window/staff'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/** Whether the till keeps the display on. */
function isDisplayKeptOn({ app }: Till): Promise<boolean> {
  return app.evaluate(({ powerSaveBlocker }) =>
    [...Array(20).keys()].some(id => powerSaveBlocker.isStarted(id)),
  )
}

test('while a QR code is on the screen nothing goes dark or locks, and a locked till says the result', async ({
  till,
  service,
}) => {
  test.slow()
  const { page } = till
  service.control.setApproval(10_000)
  service.control.setSession({ card: 100_000 })
  await addPeople(page, people.neema)
  await openSettings(page, 'Auto-lock')
  // A minute in six seconds.
  await hurryClock(till, 10)
  await page.getByLabel('Lock after minutes without use').fill('1')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await sellCard(page, { amount: '1500' })
  await page.getByRole('img', { name: 'Card checkout QR code' }).waitFor()
  expect(await isDisplayKeptOn(till)).toBe(true)
  await page.waitForTimeout(12_000)
  await expect(page.getByRole('img', { name: 'Card checkout QR code' })).toBeVisible()
  service.control.decide(expectOnePayment(service).reference, 'completed')
  await expectState(page, 'Paid')
  expect(await isDisplayKeptOn(till)).toBe(false)
  await expect(page.getByLabel('PIN', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Paid TZS 1,500')).toBeVisible()
  await expect(page.locator('body')).not.toContainText('Asha')
  await keepScreenshot(till, 'locked-paid-en')
  await signIn(page, people.neema)
})
