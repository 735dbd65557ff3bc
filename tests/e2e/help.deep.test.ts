import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { choosePractice } from '../support/window/connection'
import { phones, sellMobile } from '../support/window/payment'
import { checkScreen } from '../support/window/pictures'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'

test('the help, the shortcuts that it lists, and the support file', async ({ launch }) => {
  const till = await launch()
  const { page } = till
  await choosePractice(page)
  await test.step('F1 opens the help, which puts a pretend customer into the form', async () => {
    await page.keyboard.press('F1')
    await expect(page.getByRole('heading', { name: 'Help', exact: true })).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'How to take a payment' }).locator('svg'),
    ).toHaveCount(4)
    await checkScreen(till, 'help')
    await page.getByRole('button', { name: `Use ${phones.declines}` }).click()
    await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue(/700\s?000\s?002/)
  })
  await test.step('a page of the guide opens over the screen, without a network, and leads to another', async () => {
    await page.keyboard.press('F1')
    await page.getByRole('button', { name: 'How do I take a payment?' }).focus()
    await page.keyboard.press('Enter')
    const guide = page.getByRole('dialog')
    await expect(guide.getByRole('heading', { level: 2 })).toHaveText('How do I take a payment?')
    const pictures = guide.getByRole('img')
    await expect(pictures).toHaveCount(2)
    expect(
      await pictures.evaluateAll(all => all.map(one => (one as HTMLImageElement).naturalWidth)),
    ).toEqual([1024, 1024])
    await checkScreen(till, 'guide')
    await guide.getByRole('button', { name: 'Give money back' }).click()
    await expect(guide.getByRole('heading', { level: 2 })).toHaveText('How do I give money back?')
    await page.keyboard.press('Escape')
    await expect(guide).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Help', exact: true })).toBeVisible()
  })
  await test.step('an error that needs more than its sentences links to its page', async () => {
    await openSettings(page, 'Connection')
    await page.getByRole('radio', { name: /^Sandbox/ }).click()
    for (const [name, value] of [
      ['Service address', 'http://pay.example'],
      ['API key', 'key-of-a-test'],
      ['API secret', 'secret-of-a-test'],
      ['Webhook address', 'https://127.0.0.1/notify'],
    ] as const)
      await page.getByRole('textbox', { name, exact: true }).fill(value)
    const save = page.getByRole('button', { name: 'Save and test' })
    await save.click()
    // What is refused has the focus and is in sight, with the reason.
    const address = page.getByRole('textbox', { name: 'Service address' })
    await expect(address).toBeFocused()
    await expect(address).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('The service address is not a safe one.')).toBeInViewport()
    await checkScreen(till, 'address-refused')
    // Without its beginning it is https.
    await address.fill('pay.example')
    await save.click()
    await expect(page.getByRole('textbox', { name: 'Webhook address' })).toBeFocused()
    await page.getByRole('button', { name: 'More in the guide' }).click()
    await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toHaveText(
      'What is the webhook address, and do I need a receiver?',
    )
    await page.keyboard.press('Escape')
    await page.keyboard.press('F2')
  })
  await test.step('shortcuts work while something is typed, lose nothing, and are listed', async () => {
    await page.getByRole('textbox', { name: 'Amount' }).fill('2500')
    await page.keyboard.press('F3')
    await expect(
      page.getByRole('navigation').getByRole('button', { name: 'Payments' }),
    ).toHaveAttribute('aria-current', 'page')
    await page.keyboard.press('F8')
    await expect(page.getByRole('tab', { name: 'Payment service', selected: true })).toBeVisible()
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('2,500')
    await page.keyboard.press('Control+/')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(list).toContainText('F1')
    await checkScreen(till, 'shortcuts')
    await page.keyboard.press('F3')
    await expect(list).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('2,500')
  })
  await test.step('a support file is read before it is saved, and holds no customer', async () => {
    await sellMobile(page, { phone: phones.approves })
    await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible({
      timeout: 15_000,
    })
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('tab', { name: 'Support' }).click()
    await page.getByRole('button', { name: 'Collect the file' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('region', { name: 'till.json' })).toContainText(
      '"stage": "selling"',
    )
    await expect(dialog.getByRole('region', { name: 'ledger.json' })).toContainText('"payments": 1')
    await expect(dialog.getByRole('region', { name: 'log.txt' })).toContainText('started')
    await checkScreen(till, 'support-file')
    const shown = await dialog
      .getByRole('region', { name: 'ledger.json' })
      .locator('pre')
      .textContent()
    await dialog.getByRole('button', { name: 'Save the file' }).click()
    const file = (await page.getByText(/kaunta-support-.*\.zip$/).textContent()) ?? ''
    const entries = unzipSync(readFileSync(file))
    expect(strFromU8(entries['ledger.json'] as Uint8Array)).toBe(shown)
    const all = Object.values(entries)
      .map(bytes => strFromU8(bytes))
      .join('\n')
    for (const personal of ['Asha', 'Mushi', phones.approves]) expect(all).not.toContain(personal)
  })
})
