import { basename } from 'node:path'
import { expect } from '@playwright/test'
import { proveOwner } from './connection'
import { keepScreenshot } from './pictures'
import { openSettings } from './staff'
import type { Till } from './till'

export const backupPassphrase = 'a passphrase for backups'

/** The computer's dialog answers with this file or folder from now on. */
async function choosing(till: Till, chosen: string): Promise<void> {
  await till.app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = (async () => ({
      canceled: false,
      filePaths: [path],
    })) as typeof dialog.showOpenDialog
  }, chosen)
}

/** A test starts the till again by itself: Playwright cannot follow a process that the till starts. */
export async function withoutRelaunch({ app }: Till): Promise<void> {
  await app.evaluate(({ app: electron }) => {
    electron.relaunch = () => undefined
  })
}

/** Makes a backup by hand; gives its path. */
export async function makeBackup(till: Till, folder: string, secret: string): Promise<string> {
  await beginBackup(till, folder, secret)
  const path = till.page.getByText(/kaunta-backup-.*\.kaunta$/)
  await expect(path).toBeVisible({ timeout: 60_000 })
  return (await path.textContent()) ?? ''
}

/** Begins a backup by hand, or the daily ones, and does not wait for its end. */
export async function beginBackup(
  till: Till,
  folder: string,
  secret: string,
  how: 'Make a backup' | 'Back up every day' = 'Make a backup',
): Promise<void> {
  const { page } = till
  await choosing(till, folder)
  await openSettings(page, 'Support')
  await page.getByRole('button', { name: how }).click()
  const dialog = page.getByRole('alertdialog', { name: how })
  await expect(dialog).toBeVisible()
  const asked = dialog.getByLabel('Passphrase of the backup', { exact: true })
  // A till with a recovery code asks for none.
  if (await asked.isVisible()) {
    await asked.fill(backupPassphrase)
    await dialog.getByLabel('Repeat the passphrase').fill(backupPassphrase)
  }
  await dialog.getByRole('button', { name: 'Choose the folder' }).click()
  await proveOwner(page, secret)
}

/** Leaves a backup that is still being made: the question for the proof, then the dialog behind it. */
export async function leaveBackup(till: Till): Promise<void> {
  const { page } = till
  for (const name of ['Prove that you are the owner', 'Make a backup']) {
    const dialog = page.getByRole('alertdialog', { name })
    await expect(dialog.getByRole('status')).toContainText('it goes on')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
    await keepScreenshot(till, `goes-on-${name.replaceAll(' ', '-')}`)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  }
}

/** Chooses a file in the dialog that restores, types a passphrase, and opens it. */
export async function openBackup(till: Till, file: string, passphrase: string): Promise<void> {
  const dialog = till.page.getByRole('alertdialog', { name: 'Restore a backup' })
  await choosing(till, file)
  await dialog.getByRole('button', { name: 'Choose the file' }).click()
  await expect(dialog.getByText(basename(file))).toBeVisible()
  await dialog.getByLabel('Recovery code or passphrase of the backup').fill(passphrase)
  await dialog.getByRole('button', { name: 'Open the backup' }).click()
}
