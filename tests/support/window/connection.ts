import { expect, type Page } from '@playwright/test'
import type { ServiceKind } from '../../../shared/connection'
import { sealsWithPassphrase } from './electron-switches'

/** What a shop got from its payment service. */
export interface ServiceDetails {
  address: string
  pathPrefix: string
  apiKey: string
  apiSecret: string
}

/** The passphrase of every till here that has no keychain. */
export const passphrase = 'correct horse battery'

/** §4.3 requires one for cards; nothing is ever sent to a name that cannot exist (RFC 2606). */
export const webhookAddress = 'https://shop.invalid/notify'

/** First run: the cashier only wants to try it. */
export async function choosePractice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Practice mode' }).click()
  await expectSelling(page)
}

/** First run: the owner connects the till, and it sells. */
export async function connectFirst(
  page: Page,
  service: ServiceDetails,
  { asksForPassphrase = sealsWithPassphrase, kind = 'sandbox' as ServiceKind } = {},
): Promise<void> {
  await page.getByRole('button', { name: 'Connect to the service' }).click()
  if (kind === 'production') await page.getByRole('radio', { name: 'Production' }).click()
  await fillConnection(page, service)
  await saveAndTest(page)
  if (asksForPassphrase) await createPassphrase(page)
  await expectItWorks(page)
  if (kind === 'production') await keepRecoveryCode(page)
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await expectSelling(page)
}

/** The recovery code comes with the first production keys; gives it as it is shown. */
export async function keepRecoveryCode(page: Page): Promise<string> {
  const dialog = page.getByRole('alertdialog', { name: 'Recovery code' })
  const groups = dialog.getByRole('status', { name: 'Recovery code' }).locator('span')
  await expect(groups).toHaveCount(7)
  const code = (await groups.allTextContents()).join('-')
  await dialog.getByRole('button', { name: 'I have it on paper' }).click()
  await expect(dialog).toBeHidden()
  return code
}

/** The service took the keys, and the person who typed them is told so. */
export async function expectItWorks(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toContainText('It works', { timeout: 15_000 })
}

/** Types address and keys into the form that is on the screen. */
export async function fillConnection(page: Page, service: ServiceDetails): Promise<void> {
  const texts = {
    'Service address': service.address,
    'Path prefix': service.pathPrefix,
    'API key': service.apiKey,
    'API secret': service.apiSecret,
    'Webhook address': webhookAddress,
  }
  for (const [name, text] of Object.entries(texts))
    await page.getByRole('textbox', { name }).fill(text)
}

/** Presses the form's one button. */
export async function saveAndTest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save and test' }).click()
}

/** Answers the dialog that comes with the first keys on a computer without a keychain. */
export async function createPassphrase(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: 'Choose a passphrase for this till' })
  await dialog.getByLabel('New passphrase').fill(passphrase)
  await dialog.getByLabel('Repeat the passphrase').fill(passphrase)
  await dialog.getByRole('button', { name: 'Set passphrase' }).click()
}

/** After a restart on a computer without a keychain; nothing to do on any other. */
export async function unlock(page: Page, text = passphrase): Promise<void> {
  if (!sealsWithPassphrase) return
  await page.getByRole('main').getByLabel('Passphrase').fill(text)
  await page.getByRole('button', { name: 'Unlock' }).click()
}

/** The till is ready for the next customer. */
export async function expectSelling(page: Page): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeVisible({ timeout: 15_000 })
}
