import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings } from '../../shared/settings'
import { defaultReceiptSettings } from '../../shared/settings/receipts'
import { makeBackup, openBackup, withoutRelaunch } from '../support/window/backup'
import { calls } from '../support/window/bridge'
import {
  connectFirst,
  createPassphrase,
  expectItWorks,
  expectSelling,
  fillConnection,
  keepRecoveryCode,
  passphrase,
  proveOwner,
  saveAndTest,
  typePassphrase,
  unlock,
} from '../support/window/connection'
import { sealsWithPassphrase } from '../support/window/electron-switches'
import { createRequests, expectState } from '../support/window/expectations'
import { pressToEnd } from '../support/window/keyboard'
import { installPrinter, keepPdfPicture, type Printed, printedBy } from '../support/window/outputs'
import { openFromRail, phones, sellMobile } from '../support/window/payment'
import { checkScreen, picture, resize } from '../support/window/pictures'
import { addPeople, openSettings, people } from '../support/window/staff'
import { expect, test } from '../support/window/test'
import { startTill, type Till } from '../support/window/till'

// Pictures in every look and size take their time.
test.slow()

const closed = { name: 'This till cannot be opened' }
const ownerCalls = [
  ['settings.save', { section: 'shop', value: { ...defaultSettings.shop, name: 'Taken over' } }],
  ['staff.add', { name: 'X', role: 'owner', pin: '123456' }],
  ['payments.recent', undefined],
] as const

const codeTitles = ['Recovery code', 'Msimbo wa kurejesha']

/** Prints the code that is on the screen, in English on wide paper and in Kiswahili on narrow paper. */
async function printCode(till: Till): Promise<Printed[]> {
  const { page } = till
  const ways = [
    { language: 'sw', paper: '58', button: 'Chapisha' },
    { language: 'en', paper: '80', button: 'Print' },
  ]
  for (const [before, { language, paper, button }] of ways.entries()) {
    const value = { ...defaultReceiptSettings, paper, printer: 'till-80' }
    await calls(page, 'kaunta:settings.save', [{ section: 'receipts', value }])
    const look = { language, theme: 'light', textSize: '100' }
    await calls(page, 'kaunta:settings.saveDisplay', [look])
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect.poll(async () => (await printedBy(till)).length).toBe(before + 1)
  }
  const slips = (await printedBy(till)).toReversed()
  for (const [place, { pdf }] of slips.entries()) {
    const file = join(mkdtempSync(join(tmpdir(), 'kaunta-paper-')), 'code.pdf')
    writeFileSync(file, Buffer.from(pdf, 'base64'))
    keepPdfPicture(file, `recovery-code-paper-${place === 0 ? 'en-80' : 'sw-58'}`)
    rmSync(join(file, '..'), { recursive: true })
  }
  return slips
}

test('a recovery code is shown with the first production keys, and opens a backup on a fresh computer', async ({
  launch,
  service,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-fresh-'))
  const stick = mkdtempSync(join(tmpdir(), 'kaunta-stick-'))
  const first = await launch()
  const { page } = first
  await page.getByRole('button', { name: 'Connect to the service' }).click()
  await page.getByRole('radio', { name: 'Production' }).click()
  await fillConnection(page, service)
  await saveAndTest(page)
  if (sealsWithPassphrase) await typePassphrase(page)
  await expectItWorks(page)
  const dialog = page.getByRole('alertdialog', { name: 'Recovery code' })
  await expect(dialog).toContainText('Keep it in the safe, not at the till.')
  await checkScreen(first, 'recovery-code')
  await dialog.getByRole('button', { name: 'Print' }).click()
  await expect(dialog.getByText('There is no printer.')).toBeVisible({ timeout: 20_000 })
  await installPrinter(first, 'prints')
  const slips = await printCode(first)
  const code = await keepRecoveryCode(page)
  for (const { text } of slips) for (const group of code.split('-')) expect(text).toContain(group)
  expect(slips.map(({ text }) => text.split('\n')[0])).toEqual(codeTitles)
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Paid')
  const file = await makeBackup(first, stick, code)
  await picture(first, 'recovery-code-card')
  await first.close()

  const fresh = await startTill({ dataFolder: folder })
  try {
    await fresh.page.getByRole('button', { name: 'Restore a backup' }).click()
    await openBackup(fresh, file, code.toLowerCase().replaceAll('-', ' '))
    const shown = fresh.page.getByRole('alertdialog', { name: 'This is in the backup' })
    await shown.getByLabel('New passphrase for this till').fill(passphrase)
    await picture(fresh, 'recovery-code-restores')
    await withoutRelaunch(fresh)
    const ended = fresh.app.waitForEvent('close')
    await shown.getByRole('button', { name: 'Restore and start again' }).click()
    await ended
  } finally {
    await fresh.close()
  }
  const restored = await startTill({ dataFolder: folder })
  try {
    // The code opens the restored till as well as its passphrase does.
    await unlock(restored.page, code)
    const hold = restored.page.getByRole('main')
    await hold.getByRole('button', { name: 'The other till is off: go on here' }).click()
    await proveOwner(restored.page, code)
    await openFromRail(restored.page, '15,000')
    await expectState(restored.page, 'Paid')
    expect(createRequests(service)).toHaveLength(1)
  } finally {
    await restored.close()
    for (const each of [folder, stick])
      rmSync(each, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('a keychain that is away, another one, and back: the recovery code opens, and nothing is lost', async ({
  launch,
  service,
  newKeychain,
}) => {
  const [own, other] = await Promise.all([newKeychain(), newKeychain()])
  const first = await launch(own.start)
  await first.page.getByRole('button', { name: 'Connect to the service' }).click()
  await first.page.getByRole('radio', { name: 'Production' }).click()
  await fillConnection(first.page, service)
  await saveAndTest(first.page)
  const code = await keepRecoveryCode(first.page)
  await first.page.getByRole('button', { name: 'Charge', exact: true }).click()
  await sellMobile(first.page, { phone: phones.approves, amount: '15000' })
  await expectState(first.page, 'Paid')
  await first.close()

  const away = await launch()
  await expect(away.page.getByRole('heading', closed)).toBeVisible()
  await expect(away.page.getByText('is not available')).toBeVisible()
  // Also on the smallest window each way to go on is seen without scrolling.
  await resize(away, { width: 1024, height: 640 })
  for (const name of ['Try again', 'Restore a backup', 'I have lost it'])
    await expect(away.page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await picture(away, 'closed-keychain-away')
  await away.close()

  const another = await launch(other.start)
  await expect(another.page.getByText('Another keychain opens this till')).toBeVisible()
  for (const [channel, argument] of ownerCalls)
    expect(await calls(another.page, `kaunta:${channel}`, [argument])).toMatchObject([
      { ok: false, code: 'till-closed' },
    ])
  await checkScreen(another, 'closed-keychain-other')
  await another.page.getByLabel('Recovery code or passphrase').fill(code)
  await another.page.getByRole('button', { name: 'Unlock' }).click()
  await openFromRail(another.page, '15,000')
  await another.close()

  // Both open it by themselves from now on.
  for (const keychain of [other, own]) {
    const again = await launch(keychain.start)
    await expectSelling(again.page)
    await again.close()
  }
})

test('an older till file opens, and a strip says so until the owner is proven; without a file nothing starts', async ({
  launch,
  service,
  dataFolder,
}) => {
  test.skip(!sealsWithPassphrase, 'the passphrase opens the key of the older file')
  const first = await launch()
  await first.page.getByRole('button', { name: 'Connect to the service' }).click()
  await fillConnection(first.page, service)
  await saveAndTest(first.page)
  const code = await createPassphrase(first.page)
  await first.close()
  const older = `${dataFolder}-older.db`
  copyFileSync(join(dataFolder, 'till.db'), older)
  const second = await launch()
  await unlock(second.page)
  await addPeople(second.page, people.neema, people.rehema)
  // A ledger's commit notes how new the till's file is.
  await second.page.getByRole('button', { name: 'Charge', exact: true }).click()
  await sellMobile(second.page, { phone: phones.approves, amount: '15000' })
  await expectState(second.page, 'Paid')
  await second.close()
  const copies = () => readdirSync(dataFolder).filter(name => name.startsWith('till.copy'))

  await test.step('the older file sells, with the people of then, and every screen says so', async () => {
    copyFileSync(older, join(dataFolder, 'till.db'))
    rmSync(older)
    for (const name of copies()) rmSync(join(dataFolder, name))
    const till = await launch()
    await unlock(till.page)
    await expectSelling(till.page)
    const strip = till.page.getByText('The till’s file is an older one')
    await expect(strip).toBeVisible()
    await checkScreen(till, 'older-till-strip')
    await openSettings(till.page, 'Activity log')
    await expect(till.page.getByText('Older till file opened')).toBeVisible()
    await expect(strip).toBeVisible()
    await till.page.getByRole('button', { name: 'View' }).click()
    const dialog = till.page.getByRole('alertdialog', { name: 'The till’s file is an older one' })
    await checkScreen(till, 'older-till-acknowledged')
    await dialog.getByRole('button', { name: 'I have checked them' }).click()
    await proveOwner(till.page, 'a guess')
    const asked = till.page.getByRole('alertdialog', { name: 'Prove that you are the owner' })
    await expect(asked.getByRole('alert')).toBeVisible()
    await checkScreen(till, 'proof-of-owner')
    await proveOwner(till.page, service.apiSecret)
    await expect(dialog).toBeHidden()
    await expect(strip).toBeHidden()
    await till.close()
  })
  await test.step('file and copies are deleted: the recovery code starts with the payments, the passphrase does not', async () => {
    for (const name of [...copies(), 'till.db']) rmSync(join(dataFolder, name))
    const till = await launch()
    await till.page.getByRole('button', { name: 'I have lost it' }).click()
    await expect(till.page.getByRole('alertdialog')).toContainText('Open payments cannot be read')
    await checkScreen(till, 'closed-start-empty')
    await till.page.getByRole('button', { name: 'Cancel' }).click()
    await unlock(till.page)
    await expect(till.page.getByText('The till’s file and its copies are missing')).toBeVisible()
    const asked = till.page.getByLabel('Recovery code', { exact: true })
    await expect(asked, 'the passphrase is no recovery code').toHaveValue('')
    await expect(till.page.getByRole('alert')).toHaveCount(0)
    await expect(till.page.getByRole('button', { name: 'Unlock' })).toBeInViewport({ ratio: 1 })
    await checkScreen(till, 'closed-gone')
    await asked.fill(code)
    await till.page.getByRole('button', { name: 'Unlock' }).click()
    await expect(till.page.getByRole('button', { name: 'Practice mode' })).toBeVisible()
    await till.close()
  })
})

test('a lost till is set aside behind a typed word, and gone back to as from a backup', async ({
  launch,
  service,
}) => {
  test.skip(!sealsWithPassphrase, 'the passphrase is what was lost')
  const first = await launch()
  await connectFirst(first.page, service)
  await sellMobile(first.page, { phone: phones.approves, amount: '15000' })
  await expectState(first.page, 'Paid')
  await first.close()

  await test.step('all is moved away only after the word', async () => {
    const till = await launch()
    await till.page.getByRole('button', { name: 'I have lost it' }).click()
    const dialog = till.page.getByRole('alertdialog', { name: 'Start an empty till' })
    const confirm = dialog.getByRole('button', { name: 'Move it all and start empty' })
    await confirm.click()
    await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/type “empty”/)
    await checkScreen(till, 'start-empty-word')
    await dialog.getByRole('textbox').fill('Empty ')
    await withoutRelaunch(till)
    await pressToEnd(till, confirm)
  })

  await test.step('the first screen lists it; its passphrase opens it, and says what is in it', async () => {
    const till = await launch()
    await till.page.getByRole('button', { name: 'Restore a backup' }).click()
    const dialog = till.page.getByRole('alertdialog', { name: 'Restore a backup' })
    await dialog.getByRole('radio', { name: /^Go back to the till of / }).click()
    await checkScreen(till, 'set-aside-list')
    const open = dialog.getByRole('button', { name: 'Open the backup' })
    await open.click()
    await expect(dialog.getByRole('alert')).toContainText('Nothing was changed')
    await dialog.getByLabel('Recovery code or passphrase of the backup').fill(passphrase)
    await open.click()
    const shown = till.page.getByRole('alertdialog', { name: 'This is in the backup' })
    await expect(shown).toContainText('1, of them open: 0')
    await shown.getByLabel('New passphrase for this till').fill(passphrase)
    await checkScreen(till, 'set-aside-content')
    await withoutRelaunch(till)
    const ended = till.app.waitForEvent('close')
    await shown.getByRole('button', { name: 'Restore and start again' }).click()
    await ended
  })

  const back = await launch()
  await unlock(back.page)
  const hold = back.page.getByRole('main')
  await hold.getByRole('button', { name: 'The other till is off: go on here' }).click()
  await proveOwner(back.page, service.apiSecret)
  await openFromRail(back.page, '15,000')
  await expectState(back.page, 'Paid')
  expect(createRequests(service)).toHaveLength(1)
  await back.close()
})
