import type { Page } from '@playwright/test'
import { goTo } from '../support/window/keyboard'
import { checkScreen, keepScreenshot, resize } from '../support/window/pictures'
import {
  addPeople,
  openAdvanced,
  openSettings,
  people,
  settingsPages,
} from '../support/window/staff'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

const nameOf = (page: string) => page.toLowerCase().replaceAll(' ', '-')

const allPages = Object.entries<readonly string[]>(settingsPages)

test('Settings', async ({ till }) => {
  test.setTimeout(600_000)
  await test.step('every page', () => showEveryPage(till))
  await test.step('what is typed and not saved stays, and its tab says so', () =>
    leaveUnsaved(till))
})

async function showEveryPage(till: Till): Promise<void> {
  const { page } = till
  await test.step('the recent payments are folded away, and unfold', async () => {
    const list = page.getByRole('complementary').getByRole('list', { name: 'Recent payments' })
    await expect(list).toBeAttached()
    await openSettings(page, 'Connection')
    await expect(list).not.toBeAttached()
    await page.getByRole('button', { name: 'Show recent' }).click()
    await expect(list).toBeAttached()
    await page.getByRole('navigation').getByRole('button', { name: 'Day' }).click()
    await page.getByRole('navigation').getByRole('button', { name: 'Settings' }).click()
    await expect(list).not.toBeAttached()
  })
  await test.step('the keys, and the button that saves them, are in sight together in the smallest window', async () => {
    await resize(till, { width: 1024, height: 640 })
    await openSettings(page, 'Connection')
    for (const name of ['Service address', 'API key', 'API secret'])
      await expect(page.getByRole('textbox', { name })).toBeInViewport({ ratio: 1 })
    const save = await page.getByRole('button', { name: 'Save and test' }).boundingBox()
    const secret = await page.getByRole('textbox', { name: 'API secret' }).boundingBox()
    // The button stays at the lower edge: it must not lie over the fields.
    expect(secret && save && secret.y + secret.height <= save.y).toBe(true)
  })
  await addPeople(page, people.neema)
  await test.step('each is opened by the keyboard alone', async () => {
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await page.keyboard.press('F8')
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Home')
    for (const [group, tabs] of allPages) {
      await goTo(page, tab(page, group), 'ArrowDown')
      await expect(page.getByRole('tabpanel', { name: group, exact: true })).toBeVisible()
      if (tabs.length === 0) continue
      await page.keyboard.press('Tab')
      for (const name of tabs) {
        await goTo(page, tab(page, name), 'ArrowRight')
        await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible()
      }
      await page.keyboard.press('Shift+Tab')
    }
  })
  for (const [group, tabs] of allPages) {
    await tab(page, group).click()
    if (tabs.length === 0) await checkScreen(till, `settings-${nameOf(group)}`)
    for (const name of tabs) {
      await tab(page, name).click()
      await checkScreen(till, `settings-${nameOf(name)}`)
    }
    if (group === 'Payment service') {
      await tab(page, 'Connection').click()
      await openAdvanced(page)
      await checkScreen(till, 'settings-advanced')
      const words = page.getByRole('heading', { name: 'Status words' })
      for (const size of [
        { width: 1024, height: 640 },
        { width: 1280, height: 800 },
      ]) {
        await resize(till, size)
        await words.evaluate(element => element.scrollIntoView())
        await keepScreenshot(till, `settings-advanced-in-sight-${size.width}`)
      }
    }
  }
}

async function leaveUnsaved(till: Till): Promise<void> {
  const { page } = till
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await openSettings(page, 'Items')
  await test.step('sixty items', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => `Item ${n},${100 + n},`).join('\n')
    await page.locator('input[type=file]').setInputFiles({
      name: 'items.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines),
    })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Add these' }).click()
    await expect(field('Item 60')).toHaveValue('Item 59')
  })
  await test.step('another tab, and its own half-typed text', async () => {
    await tab(page, 'Ways to pay').click()
    await expect(tab(page, 'Items')).toContainText('not saved')
    await expect(tab(page, 'Ways to pay')).not.toContainText('not saved')
    await page.getByRole('textbox', { name: /TZS/ }).first().fill('15k')
    await tab(page, 'Items').click()
    await expect(field('Item 60')).toHaveValue('Item 59')
    await expect(tab(page, 'Ways to pay')).toContainText('not saved')
    await checkScreen(till, 'settings-not-saved')
  })
  await test.step('a service address, and no key', async () => {
    await openSettings(page, 'Connection')
    await field('Service address').fill('https://pay.example')
    await field('API key').fill('a-key-of-the-shop')
  })
  await test.step('another screen', async () => {
    await page.keyboard.press('F2')
    await openSettings(page, 'Connection')
    await expect(field('Service address')).toHaveValue('https://pay.example')
    await expect(field('API key')).toHaveValue('')
    await expect(tab(page, 'Payment service')).toContainText('not saved')
    await openSettings(page, 'Items')
    await expect(field('Item 60')).toHaveValue('Item 59')
  })
  await test.step('what is saved is only what is in sight', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(field('Item 60')).toHaveValue('Item 59')
    await expect(tab(page, 'Items')).not.toContainText('not saved')
    await tab(page, 'Ways to pay').click()
    await expect(page.getByRole('textbox', { name: /TZS/ }).first()).toHaveValue('15k')
  })
  await test.step('it can be taken back', async () => {
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page.getByRole('textbox', { name: /TZS/ }).first()).toHaveValue('1,000,000')
    await expect(tab(page, 'Ways to pay')).not.toContainText('not saved')
    await expect(tab(page, 'Selling')).not.toContainText('not saved')
  })
}
