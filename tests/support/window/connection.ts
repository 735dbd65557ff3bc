import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { saveAndTest as saveConnection } from '../../../electron/main/connections/connection-saver'
import { systemClock } from '../../../electron/main/platform/clock'
import { systemRandom } from '../../../electron/main/platform/random'
import type { AuditDetail, AuditEntry } from '../../../shared/audit-entry'
import type { ServiceKind } from '../../../shared/connection'
import { defaultPreferences } from '../../../shared/settings'
import { directly } from '../parts'
import { storeIn } from '../till-store'
import { sealsWithPassphrase } from './electron-switches'

/** What saving a connection needs to ask a person, where no test is about that. */
const unaskedAccount = {
  ledger: () => null,
  decision: (detail: AuditDetail): AuditEntry => ({
    at: 0,
    person: null,
    action: 'account-decided',
    detail,
  }),
  stillAdmitted: () => null,
}

/**
 * Leaves in a fresh data folder what the owner's first run leaves there, written by the till's own
 * code: address, account and keys, tried and protected by `passphrase`. For tests whose subject comes
 * after the first run. Throws what the till would have said.
 * All else counts as set up too: its list would be next to every screen.
 */
export async function connectFolder(
  dataFolder: string,
  service: ServiceDetails,
  kind: ServiceKind,
): Promise<void> {
  const store = storeIn(dataFolder, null, { clock: systemClock })
  await store.choosePassphrase(passphrase)
  const tutorial = { ...defaultPreferences.tutorial, open: false, listOpen: false }
  const preferences = { ...defaultPreferences, tutorial }
  writeFileSync(path.join(dataFolder, 'preferences.json'), JSON.stringify(preferences))
  const { address, pathPrefix, apiKey, apiSecret } = service
  const typed = { kind, address, pathPrefix, apiKey, apiSecret, webhookAddress, account: null }
  const saved = await saveConnection(typed, {
    ...unaskedAccount,
    store,
    random: systemRandom,
    clock: systemClock,
    resolveProxy: directly,
  })
  if (!saved.ok || !saved.value.saved) throw new Error(`Not connected: ${JSON.stringify(saved)}`)
  store.stop()
}

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
const webhookAddress = 'https://shop.invalid/notify'

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
  if (kind === 'production' && !asksForPassphrase) await keepRecoveryCode(page)
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await expectSelling(page)
}

/** The recovery code comes with the first passphrase, owner or production keys; gives it as it is shown. */
export async function keepRecoveryCode(page: Page): Promise<string> {
  const dialog = page.getByRole('alertdialog', { name: 'Recovery code' })
  const groups = dialog.getByRole('status', { name: 'Recovery code' }).locator('span')
  // Choosing a passphrase, and proving with it, are two derivations of a key, which are slow by design.
  await expect(groups).toHaveCount(7, { timeout: 45_000 })
  const code = (await groups.allTextContents()).join('-')
  await dialog.getByRole('button', { name: 'I have it on paper' }).click()
  await expect(dialog).toBeHidden()
  return code
}

/** The service took the keys, and the person who typed them reads so. */
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

/** Types what proves the owner into the dialog that asks for it. */
export async function proveOwner(page: Page, proof: string): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: 'Prove that you are the owner' })
  await dialog.getByRole('textbox').fill(proof)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

/** Answers the dialogs that come with the first keys on a computer without a keychain; gives the recovery code. */
export async function createPassphrase(page: Page): Promise<string> {
  await typePassphrase(page)
  return keepRecoveryCode(page)
}

/** As `createPassphrase`, and leaves the recovery code on the screen. */
export async function typePassphrase(page: Page): Promise<void> {
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
