import type { Page } from '@playwright/test'
import type { ChargingSettings } from '../../shared/charging'
import { defaultSettings } from '../../shared/settings'
import { defaultCharging } from '../../shared/settings/charging'
import { calls } from '../support/window/bridge'
import { unlock } from '../support/window/connection'
import { createRequests, expectOnePayment, expectState } from '../support/window/expectations'
import { countKeys, typeText } from '../support/window/keyboard'
import { fillMobile, phones, pressPayButton, sellCard, sellMobile } from '../support/window/payment'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Known customers' })

/** A known customer: one payment to them, and the form ready for the next. */
async function knownCustomer(page: Page, firstName = 'Asha', phone: string = phones.approves) {
  await sellMobile(page, { phone, firstName })
  await expectState(page, 'Paid')
  await nextSale(page)
}

async function nextSale(page: Page) {
  await pressPayButton(page, 'New sale')
  await expect(field(page, 'Amount')).toBeFocused()
}

async function setCharging(page: Page, changes: Partial<ChargingSettings>) {
  await calls(page, 'kaunta:settings.save', [
    { section: 'charging', value: { ...defaultCharging, ...changes } },
  ])
}

/** ArrowRight down and up again before the page does anything else: no key is held so short for certain. */
async function tapArrow(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const type of ['keydown', 'keyup'])
      document.activeElement?.dispatchEvent(
        new KeyboardEvent(type, { key: 'ArrowRight', bubbles: true, cancelable: true }),
      )
  })
}

/** What the service was sent last. */
function lastRequest(service: Parameters<typeof createRequests>[0]): unknown {
  return JSON.parse(createRequests(service).at(-1)?.body ?? 'null')
}

/** Presses the button 200 ms after it is there. */
function pressAsItOpens(page: Page, button: string): Promise<void> {
  return page.evaluate(selector => {
    const observer = new MutationObserver(() => {
      const found = document.querySelector<HTMLElement>(selector)
      if (!found) return
      observer.disconnect()
      setTimeout(() => {
        found.click()
        document.body.dataset.pressed = 'true'
      }, 200)
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }, button)
}

test('a returning customer, with the number pad alone', async ({ till: { page }, service }) => {
  test.slow()
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Paid')
  await test.step('amount, number, Enter', async () => {
    await nextSale(page)
    service.control.reset()
    const keys = countKeys(page)
    await keys.type('15000')
    await keys.press('Enter')
    await expect(field(page, 'Phone number')).toBeFocused()
    await keys.type('0700000001')
    // As fast as keys come: sending waits for what the book knows.
    await keys.press('Enter')
    await expectState(page, 'Paid')
    expect(keys.count(), 'amount 5, Enter, number 10, Enter').toBe(17)
    expect(service.control.payments()).toHaveLength(1)
    expect(lastRequest(service)).toMatchObject({
      details: { amount: 15_000 },
      phone_number: phones.approves,
      customer: { firstname: 'Asha', lastname: 'Mushi' },
    })
  })
  await test.step('and with the beginning of the number, where only one begins so', async () => {
    await nextSale(page)
    service.control.reset()
    const keys = countKeys(page)
    await keys.type('15000')
    await keys.press('Enter')
    await keys.type('070')
    await keys.press('Enter')
    await expect(field(page, 'Phone number')).toHaveValue('0700 000 001')
    expect(service.control.payments(), 'picking sends nothing').toEqual([])
    await keys.press('Enter')
    await expectState(page, 'Paid')
    expect(keys.count(), 'amount 5, Enter, beginning 3, Enter, Enter').toBe(11)
    expect(service.control.payments()).toHaveLength(1)
  })
  await test.step('number first', async () => {
    await nextSale(page)
    service.control.reset()
    const keys = countKeys(page)
    await keys.press('Enter')
    await expect(field(page, 'Phone number')).toBeFocused()
    await keys.type('0700000001')
    await keys.press('Enter')
    await expect(field(page, 'Amount')).toBeFocused()
    expect(await page.locator('[aria-invalid]').count(), 'nothing is called wrong').toBe(0)
    await keys.type('15000')
    await keys.press('Enter')
    await expectState(page, 'Paid')
    expect(keys.count()).toBe(18)
    expect(service.control.payments()).toHaveLength(1)
  })
  await test.step('a sum, with the pad’s own + and *', async () => {
    await nextSale(page)
    service.control.reset()
    const keys = countKeys(page)
    await keys.type('1500+2*')
    const amount = field(page, 'Amount')
    const result = page.getByRole('status', { name: 'Sum' })
    await expect(result).toHaveText('…')
    await keys.press('Enter')
    await expect(amount, 'a sum without its end goes nowhere').toBeFocused()
    await expect(page.getByText('The sum is not complete')).toBeVisible()
    await keys.type('750')
    await expect(amount).toHaveValue('1,500+2×750')
    await expect(result).toHaveText('3,000')
    await expect(page.getByRole('button', { name: 'Request payment' })).toContainText('TZS 3,000')
    await keys.press('Enter')
    await keys.type('0700000001')
    await keys.press('Enter')
    await expectState(page, 'Paid')
    expect(lastRequest(service)).toMatchObject({ details: { amount: 3_000 } })
  })
  await test.step('by card: the details are filled in', async () => {
    await sellCard(page)
    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    await page.getByRole('radio', { name: 'Mobile money' }).click()
    await field(page, 'Amount').focus()
    const keys = countKeys(page)
    // With the mouse it is one click instead of three keys; the channel stays for the next customer.
    await keys.press('Shift+Tab')
    await expect(page.getByRole('radio', { name: 'Mobile money' })).toBeFocused()
    await tapArrow(page)
    await expect(page.getByRole('radio', { name: 'Card' })).toBeChecked()
    await page.getByRole('radio', { name: 'Mobile money' }).click()
    await keys.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Card' })).toBeChecked()
    await keys.press('Tab')
    await keys.type('42500')
    await keys.press('Enter')
    await keys.type('0754001212')
    await keys.press('Enter')
    await page.getByRole('img', { name: 'Card checkout QR code' }).waitFor()
    expect(keys.count(), 'channel 3, amount 5, Enter, number 10, Enter').toBe(20)
    expect(lastRequest(service)).toMatchObject({
      customer: { firstname: 'Juma', lastname: 'Kessy', email: 'juma@example.com', city: 'Arusha' },
    })
  })
})

test('the customer book', async ({ till, launch, service }) => {
  test.slow()
  const { page } = till
  await knownCustomer(page, 'Asha', phones.approves)
  await knownCustomer(page, 'Neema', '255700000101')
  await test.step('suggests who a number may be; arrows move, Enter picks, Escape closes', async () => {
    await field(page, 'Phone number').focus()
    await page.keyboard.type('0700')
    await expect(suggestions(page).getByRole('option')).toHaveText([
      '0700 000 101Neema Mushi',
      '0700 000 001Asha Mushi',
    ])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(suggestions(page).getByRole('option', { selected: true })).toContainText('Asha')
    await page.keyboard.press('Escape')
    await expect(suggestions(page)).toHaveCount(0)
    await page.keyboard.type('0')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(field(page, 'Phone number')).toHaveValue('0700 000 001')
    await expect(field(page, 'First name')).toHaveValue('Asha')
    await expect(page.getByText('0700 000 001 · Asha Mushi')).toBeVisible()
    expect(service.control.payments()).toHaveLength(2)

    await field(page, 'Phone number').fill('0700')
    await suggestions(page).getByRole('option', { name: 'Neema' }).click()
    await expect(field(page, 'First name')).toHaveValue('Neema')
  })
  await test.step('never writes over what was typed, and takes back what another number brought', async () => {
    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    const phone = field(page, 'Phone number')
    await phone.fill('0700000001')
    await expect(field(page, 'First name')).toHaveValue('Asha')
    await phone.fill('0700000002')
    await expect(field(page, 'First name')).toHaveValue('')
    await expect(field(page, 'Last name')).toHaveValue('')
    await field(page, 'First name').fill('Rehema')
    await phone.fill('0700000001')
    await expect(page.getByText('last time: Asha Mushi')).toBeVisible()
    await expect(field(page, 'First name')).toHaveValue('Rehema')
    await expect(field(page, 'Last name'), 'half of another name is none of hers').toHaveValue('')
  })
  await test.step('is searched, corrected and forgotten with the keyboard', async () => {
    await page.getByRole('button', { name: 'Customers' }).click()
    const list = page.getByRole('list', { name: 'Customer book' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await page.getByRole('searchbox', { name: 'Search customers' }).fill('asha')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('textbox', { name: 'First name' })).toBeFocused()
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Aisha')
    await page.keyboard.press('Enter')
    await expect(list).toContainText('Aisha Mushi')

    await page.getByRole('button', { name: /^Forget Aisha Mushi/ }).click()
    await expect(dialog).toContainText('Earlier payments keep their name and number')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Forget' }).click()
    await expect(page.getByText('No customer matches “asha”')).toBeVisible()

    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    // What was typed before is kept, so it goes first.
    for (const name of ['Phone number', 'First name', 'Last name']) await field(page, name).fill('')
    await field(page, 'Phone number').fill('0700000001')
    await expect(page.getByText('Number: 0700 000 001')).toBeVisible()
    await expect(field(page, 'First name')).toHaveValue('')
    await page.getByRole('button', { name: 'Payments' }).click()
    await expect(page.getByRole('table')).toContainText('Asha Mushi')
  })
  await test.step('outlives a restart, and so does that a customer was forgotten', async () => {
    await till.close()
    const again = await launch()
    await unlock(again.page)
    await field(again.page, 'Phone number').fill('0700000101')
    await expect(field(again.page, 'First name')).toHaveValue('Neema')
    await field(again.page, 'Phone number').fill('0700000001')
    await expect(field(again.page, 'First name')).toHaveValue('')
  })
})

test('the customer book does not take a walk-in’s default name for the customer’s', async ({
  till: { page },
  service,
}) => {
  const { shop } = defaultSettings
  const customer = { ...shop.customer, firstName: 'Walk-in', lastName: 'Customer' }
  await calls(page, 'kaunta:settings.save', [{ section: 'shop', value: { ...shop, customer } }])
  await expect(field(page, 'First name')).toHaveValue('Walk-in')
  const keys = countKeys(page)
  await keys.type('15000')
  await keys.press('Enter')
  await keys.type('0700000001')
  await keys.press('Enter')
  await expectState(page, 'Paid')
  expect(keys.count()).toBe(17)
  expect(lastRequest(service)).toMatchObject({
    customer: { firstname: 'Walk-in', lastname: 'Customer' },
  })
  await pressPayButton(page, 'New sale')
  await field(page, 'Phone number').fill('0700000001')
  await expect(page.getByText('No name yet')).toBeVisible()
  await expect(field(page, 'First name')).toHaveValue('Walk-in')
  await field(page, 'Amount').fill('9000')
  await field(page, 'First name').fill('Asha')
  await field(page, 'Last name').fill('Mushi')
  await page.keyboard.press('Enter')
  await expectState(page, 'Paid')
  await pressPayButton(page, 'New sale')
  await field(page, 'Phone number').fill('0700000001')
  await expect(field(page, 'First name')).toHaveValue('Asha')
})

test('the Charge screen while a payment is typed, and before it is sent', async ({
  till: { page },
  service,
}) => {
  test.slow()
  await test.step('what the Charge screen does while a payment is typed', async () => {
    await test.step('the caret stays where the cashier is', async () => {
      const amount = field(page, 'Amount')
      const caret = () => amount.evaluate((input: HTMLInputElement) => input.selectionStart)
      await typeText(page, '1234567')
      await expect(amount).toHaveValue('1,234,567')
      for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Backspace')
      await expect(amount, 'a comma is stepped over').toHaveValue('1,234,567')
      expect(await caret()).toBe(5)
      await page.keyboard.press('Backspace')
      await expect(amount).toHaveValue('123,567')
      expect(await caret()).toBe(3)
      await page.keyboard.type('9+')
      await expect(amount).toHaveValue('1,239+567')
      expect(await caret()).toBe(6)
      await page.keyboard.press('Home')
      await page.keyboard.type('88')
      await expect(amount).toHaveValue('881,239+567')
      expect(await caret()).toBe(2)
    })
    await test.step('items are set once and pressed, alone or with an amount', async () => {
      await openSettings(page, 'Items')
      await page.getByRole('textbox', { name: 'Item 1' }).fill('Soda')
      await page.getByRole('textbox', { name: 'Price 1' }).fill('12.50')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Type a whole price')).toBeVisible()
      await page.getByRole('textbox', { name: 'Price 1' }).fill('1500')
      await page.getByRole('textbox', { name: 'Item 2' }).fill('Bread')
      await page.getByRole('textbox', { name: 'Price 2' }).fill('2000')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Saved')).toBeVisible()

      await page.getByRole('button', { name: 'Charge', exact: true }).click()
      const items = page.getByRole('group', { name: 'Items' })
      const pad = page.getByRole('group', { name: 'Number pad' })
      const amount = field(page, 'Amount')
      await amount.fill('')
      await items.getByRole('button', { name: 'Soda' }).click()
      await items.getByRole('button', { name: 'Soda' }).click()
      await items.getByRole('button', { name: 'Bread' }).click()
      const lines = page.getByRole('list', { name: 'Items' })
      await expect(lines.getByRole('listitem')).toHaveText(['2 × Soda 1,5003,000', 'Bread2,000'])
      await pad.getByRole('button', { name: '5', exact: true }).click()
      await pad.getByRole('button', { name: '00', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Request payment' })).toContainText('5,500')
      await lines.getByRole('button', { name: 'One less: Soda' }).click()
      await expect(page.getByRole('button', { name: 'Request payment' })).toContainText('4,000')
      await expect(amount).toBeFocused()

      await field(page, 'Phone number').click()
      for (const key of ['0', '7', '000', '000', '0', '1'])
        await pad.getByRole('button', { name: key, exact: true }).click()
      await expect(field(page, 'Phone number'), 'the pad types where the focus is').toHaveValue(
        '0700000001',
      )
      await pad.getByRole('button', { name: 'Clear the amount' }).click()
      await expect(field(page, 'Phone number')).toHaveValue('')
      await expect(amount).toHaveValue('500')
    })
    await test.step('a network’s name is shown where the owner has entered it, and stops nothing', async () => {
      await field(page, 'Phone number').fill('0700000001')
      await expect(page.getByText('Number: 0700 000 001', { exact: true })).toBeVisible()
      await openSettings(page, 'Networks')
      await page.getByRole('textbox', { name: 'Number begins with' }).fill('0700')
      await page.getByRole('textbox', { name: 'Network' }).fill('Our network')
      await page.getByRole('button', { name: 'Add' }).click()
      await expect(page.getByRole('button', { name: 'Remove +255700 Our network' })).toBeVisible()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Saved')).toBeVisible()
      await page.getByRole('button', { name: 'Charge', exact: true }).click()
      await expect(page.getByText('Number: 0700 000 001 · Our network')).toBeVisible()
    })
  })
  await test.step('before it is sent: a large amount is read back, and a second try is filled in', async () => {
    await test.step('charged again, everything is there and Enter sends', async () => {
      await fillMobile(page, { phone: phones.declines, amount: '22000', firstName: 'Neema' })
      await field(page, 'Note').fill('two doors')
      await page.keyboard.press('Enter')
      await expectState(page, 'Failed')
      await page.getByRole('button', { name: 'Charge again' }).click()
      await expect(page.getByRole('button', { name: 'Request payment' })).toBeFocused()
      await expect(page.getByRole('button', { name: 'Request payment' })).toBeEnabled()
      await expect(field(page, 'Amount')).toHaveValue('22,000')
      await expect(field(page, 'Phone number')).toHaveValue('0700 000 002')
      await expect(field(page, 'First name')).toHaveValue('Neema')
      await expect(field(page, 'Last name')).toHaveValue('Mushi')
      await expect(field(page, 'Note')).toHaveValue('two doors')
      await page.keyboard.press('Enter')
      await expectState(page, 'Failed')
      const requests = createRequests(service)
      expect(requests).toHaveLength(2)
      // Only the address of its notifications names the payment (§6).
      const asked = requests.map(({ body }) => ({ ...JSON.parse(body), webhook_url: '' }))
      expect(asked[0]).toEqual(asked[1])
      expect(requests[0]?.headers['x-idempotency-key']).not.toBe(
        requests[1]?.headers['x-idempotency-key'],
      )
    })
    await test.step('a large amount is read back before anything is sent', async () => {
      service.control.reset()
      await setCharging(page, { readBackFrom: { TZS: 500_000 } })
      await fillMobile(page, { phone: phones.approves, amount: '500000' })
      await field(page, 'Note').fill('two doors')
      await pressAsItOpens(page, 'dialog [type="submit"]')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('alertdialog', { name: 'Read this to the customer' })
      await expect(dialog).toContainText('TZS 500,000')
      await expect(dialog).toContainText('0700 000 001')
      await expect(dialog).toContainText('Asha Mushi')
      await expect(dialog.getByRole('button', { name: 'Yes, send it' })).toBeFocused()
      await test.step('the second press of a double one confirms nothing', async () => {
        await expect(page.locator('body')).toHaveAttribute('data-pressed', 'true')
        await page.waitForTimeout(500)
        await expect(dialog).toBeVisible()
        expect(createRequests(service)).toEqual([])
      })
      await test.step('Escape goes back, and nothing is lost', async () => {
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
        await expect(field(page, 'Note')).toBeFocused()
        await expect(field(page, 'Note')).toHaveValue('two doors')
        await expect(field(page, 'Amount')).toHaveValue('500,000')
        expect(createRequests(service)).toEqual([])
      })
      await test.step('a key held down confirms nothing', async () => {
        await page.keyboard.down('Enter')
        await expect(dialog).toBeVisible()
        await page.keyboard.down('Enter')
        await page.keyboard.down('Enter')
        await page.keyboard.up('Enter')
        await expect(dialog).toBeVisible()
        expect(createRequests(service)).toEqual([])
      })
      await test.step('Enter sends it, once', async () => {
        await expect(dialog.getByRole('button', { name: 'Yes, send it' })).toBeEnabled()
        await page.keyboard.press('Enter')
        await expectState(page, 'Paid')
        expectOnePayment(service, 1)
      })
      await test.step('one less, or never', async () => {
        await sellMobile(page, { phone: phones.approves, amount: '499999' })
        await expectState(page, 'Paid')
        await setCharging(page, { readBackFrom: {} })
        await sellMobile(page, { phone: phones.approves, amount: '900000' })
        await expectState(page, 'Paid')
      })
    })
  })
})
