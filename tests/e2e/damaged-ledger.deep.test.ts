import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { choosePractice } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { phones, railPayments, sellMobile } from '../support/window/payment'
import { checkScreen, keepScreenshot, picture } from '../support/window/pictures'
import { expect, test } from '../support/window/test'

/** Damages bytes all over, but for the first page, which holds the way to all others. */
function damage(file: string): Buffer {
  const bytes = readFileSync(file)
  for (let at = 4096 + 200; at < bytes.length; at += 300) bytes[at] = (bytes[at] ?? 0) ^ 0xff
  writeFileSync(file, bytes)
  return bytes
}

test('a damaged ledger is examined next to the running till, exported, and set aside', async ({
  launch,
  dataFolder,
}) => {
  const ledger = path.join(dataFolder, 'ledger-practice.db')
  const home = path.join(dataFolder, 'home')
  const first = await launch({ env: { HOME: home } })
  await choosePractice(first.page)
  await sellMobile(first.page, { phone: phones.approves, amount: '4000' })
  await expectState(first.page, 'Paid')
  await sellMobile(first.page, { phone: phones.neverAnswers, amount: '73500' })
  await expectState(first.page, 'Waiting for customer')
  await first.close()
  const damaged = damage(ledger)

  const till = await launch({ env: { HOME: home } })
  const { page } = till
  await expect(page.getByRole('heading', { name: 'The till cannot sell now' })).toBeVisible()
  await checkScreen(till, 'damaged-ledger')
  await page.getByRole('button', { name: 'Export what can be read' }).click()
  await expect(page.getByText('Nothing could be read')).toBeVisible({ timeout: 30_000 })
  expect(readFileSync(ledger).equals(damaged)).toBe(true)
  const file = (await page.getByText(/kaunta-practice-.*\.csv/).textContent()) ?? ''
  expect(readFileSync(file, 'utf8')).toContain('paymentId,readFrom,recordedAt,amount')
  await picture(till, 'damaged-ledger-exported')

  await page.getByRole('button', { name: 'Archive this record and start a new one' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await keepScreenshot(till, 'damaged-ledger-set-aside')
  await page.getByRole('button', { name: 'Archive and start' }).click()
  await sellMobile(page, { phone: phones.approves, amount: '5000' })
  await expectState(page, 'Paid')
  await expect(railPayments(page)).toHaveCount(1)
})
