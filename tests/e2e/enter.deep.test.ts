import type { Page } from '@playwright/test'
import type { PracticeService } from '../support/practice/start'
import { createRequests, expectState } from '../support/window/expectations'
import { typeText } from '../support/window/keyboard'
import {
  chargeButton,
  fillMobile,
  openFromRail,
  paymentState,
  phones,
  pressPayButton,
  sellMobile,
} from '../support/window/payment'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/** As an input method does: a word is begun, and the Enter that chooses it is its own. */
async function chooseWord(page: Page, word: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', {
    text: word,
    selectionStart: word.length,
    selectionEnd: word.length,
  })
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 } as const
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await session.send('Input.insertText', { text: word })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  await session.detach()
}

async function chooseWordInName({ page }: Till, service: PracticeService): Promise<void> {
  await fillMobile(page, { phone: phones.approves, firstName: 'Asha', lastName: '' })
  const name = page.getByRole('textbox', { name: 'Last name' })
  // The window of another test that opens meanwhile takes the screen's focus, and so ends a word that is begun: it is
  // there twice then.
  await expect(async () => {
    await name.fill('Mushi')
    await name.focus()
    await chooseWord(page, 'ሙሺ')
    await expect(name).toHaveValue('Mushiሙሺ', { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(chargeButton(page)).toBeVisible()
  expect(createRequests(service)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => createRequests(service).length).toBe(1)
  await expectState(page, 'Paid')
}

/** Another Enter comes 300 ms after the payment's screen is there. */
function pressEnterAgain(page: Page): Promise<void> {
  return page.evaluate(() => {
    const press = () => {
      const init = { key: 'Enter', bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
      document.body.dataset.pressed = 'again'
    }
    const observer = new MutationObserver(() => {
      if (!document.querySelector('main [role="status"], main output[aria-label]')) return
      if (document.querySelector('form[data-charge]')) return
      observer.disconnect()
      setTimeout(press, 300)
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

/** The name of what has the focus, or its tag. */
function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.tagName)
}

const longEnough = 900

test('Enter is the primary button of each screen, but for what moves money or goods', async ({
  till,
  service,
}) => {
  test.slow()
  const { page } = till
  await test.step('the Enter that chooses a word of an input method sends nothing', () =>
    chooseWordInName(till, service))
  service.control.reset()
  const amount = page.getByRole('textbox', { name: 'Amount' })
  const button = (name: string) => page.getByRole('main').getByRole('button', { name })
  await test.step('the second Enter of Request payment presses nothing', async () => {
    await fillMobile(page, { phone: phones.neverAnswers })
    await pressEnterAgain(page)
    await page.keyboard.press('Enter')
    await expect(page.locator('body')).toHaveAttribute('data-pressed', 'again')
    await page.waitForTimeout(200)
    await expect(paymentState(page)).toBeVisible()
    expect(createRequests(service)).toHaveLength(1)
  })
  await test.step('a later one is New sale, which says so', async () => {
    await expectState(page, 'Waiting for customer')
    await expect(button('New sale')).toContainText('Enter')
    await page.waitForTimeout(longEnough)
    await page.keyboard.press('Enter')
    await expect(amount).toBeFocused()
  })
  await test.step('what was typed on a screen that a person opened is meant', async () => {
    await page.keyboard.press('F2')
    await typeText(page, '9000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Phone number' })).toBeFocused()
  })
  await test.step('Charge again is pressed on purpose', async () => {
    await sellMobile(page, { phone: phones.declines })
    await expectState(page, 'Failed')
    await expect(button('Charge again')).not.toContainText('Enter')
    await page.waitForTimeout(longEnough)
    await page.keyboard.press('Enter')
    await expectState(page, 'Failed')
    await expect(button('Charge again')).toBeVisible()
  })
  await test.step('PAID keeps the focus on its title, and Enter hands over', async () => {
    await sellMobile(page, { phone: phones.approves, amount: '7000' })
    await expectState(page, 'Paid')
    await expect.poll(() => focused(page)).toBe('H1')
    await expect(button('Hand over goods')).toContainText('Enter')
    await page.waitForTimeout(longEnough)
    await page.keyboard.press('Enter')
    await expect(amount).toBeFocused()
  })
  await test.step('Escape folds what More unfolded', async () => {
    await openFromRail(page, '7,000')
    const more = button('More')
    await more.click()
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    await expect(more).toBeFocused()
  })
  await test.step('the history of a payment leads back to it', async () => {
    await page.getByRole('navigation').getByRole('button', { name: 'Payments' }).click()
    await page.getByRole('row').filter({ hasText: '7,000' }).getByRole('button').click()
    await expect(button('View payment')).toContainText('Enter')
    await page.getByRole('heading').first().click()
    await page.keyboard.press('Enter')
    await expectState(page, 'Paid')
  })
  await test.step('a day is closed by keys, and asked for first', async () => {
    await page.keyboard.press('F7')
    await expect(button('Close the day…')).toContainText('Enter')
    await page.waitForTimeout(longEnough)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(button('Close the day…')).toHaveCount(0)
  })
})

test('the first start: Enter is Practice mode, and Use it leads back to the amount', async ({
  launch,
}) => {
  const { page } = await launch()
  await expect(page.getByRole('button', { name: 'Practice mode' })).toContainText('Enter')
  await page.keyboard.press('Enter')
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await expect(amount).toBeFocused()
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Paid')
  await pressPayButton(page, 'New sale')
  const card = page.getByRole('complementary')
  await card.getByRole('button', { name: 'Finish' }).click()
  await card.getByRole('button', { name: /walk-in/i }).click()
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(amount).toBeFocused()
})
