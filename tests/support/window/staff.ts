import { expect, type Page } from '@playwright/test'
import type { TillState } from '../../../shared/ipc/till-state'
import { calls } from './bridge'

/** The people of a shop in these tests. */
export const people = {
  neema: { name: 'Neema', role: 'Owner', pin: '246810' },
  juma: { name: 'Juma', role: 'Manager', pin: '135791' },
  rehema: { name: 'Rehema', role: 'Cashier', pin: '4711' },
} as const

interface Someone {
  name: string
  role: (typeof people)[keyof typeof people]['role']
  pin: string
}

/** The pages of Settings, each with its tabs; a page of one thing has none. */
export const settingsPages = {
  Shop: ['Details', 'Receipts and printer'],
  Selling: ['Items', 'Ways to pay', 'Walk-in customer', 'Networks', 'Offline and limits'],
  'Screen and sound': ['Language and appearance', 'Sounds', 'Customer display'],
  People: ['Names and PINs', 'Auto-lock', 'Activity log', 'Privacy'],
  'Payment service': ['Connection', 'Shop database'],
  Support: [],
} as const

type SettingsPage = keyof typeof settingsPages

type SettingsTab = (typeof settingsPages)[SettingsPage][number] | 'Support'

/** Goes to a tab of Settings. */
export async function openSettings(page: Page, tab: SettingsTab): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await openTab(page, tab)
}

/** Goes to another tab of Settings, which is on the screen. */
async function openTab(page: Page, tab: SettingsTab): Promise<void> {
  const group = Object.entries<readonly string[]>(settingsPages).find(([, tabs]) =>
    tabs.includes(tab),
  )
  if (group) await page.getByRole('tab', { name: group[0], exact: true }).click()
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

/** Unfolds the custom certificates and the status words, which few shops need. */
export async function openAdvanced(page: Page): Promise<void> {
  await page.locator('summary').filter({ hasText: 'Advanced' }).click()
}

/** The owner first, who is then signed in, and then the others. */
export async function addPeople(page: Page, ...all: readonly Someone[]): Promise<void> {
  await openSettings(page, 'Names and PINs')
  for (const [index, person] of all.entries()) await add(page, person, index === 0)
}

async function add(page: Page, { name, role, pin }: Someone, isFirst: boolean): Promise<void> {
  const title = isFirst ? 'Add yourself as owner' : 'Add a person'
  const hasCode = isFirst && (await hasRecoveryCode(page))
  await page.getByRole('button', { name: title }).click()
  const dialog = page.getByRole('alertdialog', { name: title })
  await dialog.getByLabel('Name').fill(name)
  if (!isFirst) await dialog.getByRole('radio', { name: role }).click()
  await dialog.getByLabel('PIN', { exact: true }).fill(pin)
  await dialog.getByLabel('PIN again').fill(pin)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  // The first owner of a till without a recovery code is shown one; here it is left for later.
  if (isFirst && !hasCode) {
    const code = page.getByRole('alertdialog', { name: 'Recovery code' })
    await code.getByRole('button', { name: 'Cancel' }).click()
    await expect(code).toBeHidden()
  }
  await expect(page.getByRole('list', { name: 'People' })).toContainText(name)
}

async function hasRecoveryCode(page: Page): Promise<boolean> {
  const [answer] = await calls(page, 'kaunta:till.state', [undefined])
  return (answer as { value: TillState }).value.protection.recoveryMadeAt !== null
}

/** Two presses and the PIN: the name, the digits, Enter. */
export async function signIn(page: Page, { name, pin }: Someone): Promise<void> {
  await typePin(page, name, pin)
  await expect(page.getByRole('button', { name: 'Lock or switch' })).toBeVisible()
}

/** Chooses a name on the lock screen and types a PIN. */
export async function typePin(page: Page, name: string, pin: string): Promise<void> {
  const tile = page.getByRole('list', { name: 'People' }).getByRole('button', { name })
  const field = page.getByLabel('PIN', { exact: true })
  // With one name alone the field is there at once.
  await expect(tile.or(field).first()).toBeVisible()
  if (await tile.isVisible()) await tile.click()
  await field.fill(pin)
  await page.keyboard.press('Enter')
}

/** The till asks who is at it. */
export async function expectLocked(page: Page, why: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Who is at the till?' })).toBeVisible()
  await expect(page.getByText(why)).toBeVisible()
}
