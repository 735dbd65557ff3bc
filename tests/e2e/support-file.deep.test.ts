import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { choosePractice } from '../support/window/connection'
import { picture } from '../support/window/pictures'
import { phones, sellMobile } from '../support/window/sale'
import { expect, test } from '../support/window/test'

test('a support file is read before it is saved, and holds no customer', async ({ launch }) => {
  const till = await launch()
  const { page } = till
  await choosePractice(page)
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
  await expect(dialog.getByRole('region', { name: 'ledger.json' })).toContainText('"sales": 1')
  await expect(dialog.getByRole('region', { name: 'log.txt' })).toContainText('started')
  await picture(till, 'support-file')
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
