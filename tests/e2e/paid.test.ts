import type { Page } from '@playwright/test'
import { recentPayments } from '../support/window/bridge'
import { expectNextInSight, expectState } from '../support/window/expectations'
import { fillMobile, openFromRail, phones, sellMobile } from '../support/window/payment'
import { resize } from '../support/window/pictures'
import { expect, test } from '../support/window/test'

const amountField = (page: Page) => page.getByRole('textbox', { name: 'Amount' })
const handOver = (page: Page) => page.getByRole('button', { name: 'Hand over goods' })

async function sellPaid(page: Page, amount = '15000'): Promise<void> {
  await sellMobile(page, { phone: phones.approves, amount })
  await expectState(page, 'Paid')
}

/** How many of the last payments' goods were handed over. */
async function handedOver(page: Page): Promise<number> {
  const payments = await recentPayments(page)
  return payments.filter(({ handedOverAt }) => handedOverAt !== null).length
}

/** A key and a button are pressed as PAID appears, and come 200 ms later: they were meant for what was there before. */
function pressAtPaid(page: Page): Promise<void> {
  return page.evaluate(() => {
    const press = (enter: KeyboardEvent) => {
      document.body.dispatchEvent(enter)
      const buttons = [...document.querySelectorAll('main button')]
      const button = buttons.find(({ textContent }) => textContent?.includes('Hand over goods'))
      if (!(button instanceof HTMLElement)) return
      button.click()
      document.body.dataset.pressed = 'true'
    }
    const observer = new MutationObserver(() => {
      if (!document.querySelector('main header[data-paid]')) return
      observer.disconnect()
      const init = { key: 'Enter', bubbles: true, cancelable: true }
      const enter = new KeyboardEvent('keydown', init)
      setTimeout(() => press(enter), 200)
    })
    observer.observe(document.body, { childList: true, subtree: true, attributes: true })
  })
}

/** The second press, of the key and of a button, follows as soon as Charge is there. */
function pressTwice(page: Page): Promise<void> {
  return page.evaluate(() => {
    const press = (target: Element) =>
      target.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
      )
    const observer = new MutationObserver(() => {
      const amount = document.querySelector('input[name="amount"]')
      if (!amount) return
      observer.disconnect()
      press(amount)
      document.querySelector<HTMLElement>('form[data-charge] button[type="submit"]')?.click()
      document.body.dataset.pressed = 'twice'
    })
    observer.observe(document.body, { childList: true, subtree: true })
    press(document.body)
  })
}

test('PAID, and the Enter that ends it', async ({ till, service }) => {
  test.slow()
  const { page } = till
  await test.step('one Enter at PAID records the hand-over and opens the next sale', async () => {
    await test.step('a press that was on its way, and a key that is held, do nothing', async () => {
      await pressAtPaid(page)
      await sellPaid(page)
      await expect(page.locator('body')).toHaveAttribute('data-pressed', 'true')
      await page.waitForTimeout(1_000)
      await page.evaluate(() => {
        const init = { key: 'Enter', repeat: true, bubbles: true, cancelable: true }
        for (let times = 0; times < 5; times++)
          document.body.dispatchEvent(new KeyboardEvent('keydown', init))
      })
      await expectState(page, 'Paid')
      expect(await handedOver(page)).toBe(0)
    })
    await test.step('one key', async () => {
      await page.keyboard.press('Enter')
      await expect(amountField(page)).toBeFocused()
      await expect(amountField(page)).toHaveValue('')
      expect(await handedOver(page)).toBe(1)
    })
    await test.step('a fast double press does not send the payment that is typed already', async () => {
      await sellPaid(page, '9000')
      await fillMobile(page, { phone: phones.ordinary, amount: '12000' })
      await openFromRail(page, '9,000')
      await expectState(page, 'Paid')
      await page.waitForTimeout(1_000)
      await pressTwice(page)
      await expect(page.locator('body')).toHaveAttribute('data-pressed', 'twice')
      await page.waitForTimeout(500)
      await expect(amountField(page)).toHaveValue('12,000')
      expect(await handedOver(page)).toBe(2)
      expect(service.control.payments()).toHaveLength(2)
    })
    await test.step('a result takes no focus: Enter presses the button that a person went to', async () => {
      await sellMobile(page, { phone: phones.approves, amount: '8000' })
      const payments = page.getByRole('button', { name: 'Payments' })
      await payments.focus()
      await expectState(page, 'Paid')
      await expect(payments).toBeFocused()
      await page.waitForTimeout(1_000)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('searchbox', { name: 'Search payments' })).toBeVisible()
      expect(await handedOver(page)).toBe(2)
    })
    await test.step('of goods that were handed over before, Enter opens a new sale', async () => {
      await openFromRail(page, '9,000')
      await expect(page.getByText('Goods handed over at')).toBeVisible()
      await expect(handOver(page)).toBeHidden()
      await page.waitForTimeout(1_000)
      await page.keyboard.press('Enter')
      await expect(amountField(page)).toBeFocused()
      expect(await handedOver(page)).toBe(2)
    })
  })
  await test.step('PAID says how much and whose in its band, and folds what happened', async () => {
    await resize(till, { width: 1024, height: 640 })
    await sellPaid(page)
    const band = page.locator('main header')
    await expect(band).toContainText('15,000')
    await expect(band).toContainText('Asha Mushi')
    await expectNextInSight(page)
    // The rest is under More.
    await expect(page.locator('main footer').getByRole('button')).toHaveText([
      /^Hand over goods/,
      'Print',
      'Send',
      'More',
    ])

    const duration = () => band.evaluate(element => getComputedStyle(element).animationDuration)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await duration()).toBe('1e-05s')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await duration()).toBe('0.2s')

    const steps = page.getByRole('list', { name: 'What happened' }).getByRole('listitem')
    await expect(steps).toHaveCount(2)
    await page.getByRole('button', { name: /^All \d+ steps$/ }).click()
    await expect(steps.filter({ hasText: 'Accepted by the service' })).toBeVisible()
  })
})
