import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { defaultSettings } from '../../shared/settings'
import { calls } from '../support/window/bridge'
import { unlock } from '../support/window/connection'
import { picture } from '../support/window/pictures'
import {
  addPeople,
  expectLocked,
  openSettings,
  people,
  signIn,
  typePin,
} from '../support/window/staff'
import { expect, test } from '../support/window/test'

// Pictures in every look and size take their time.
test.slow()

const { neema, rehema } = people

test('staff.json deleted and vault.json edited: trouble, and no call of an owner works', async ({
  till,
  launch,
  service,
  dataFolder,
}) => {
  await addPeople(till.page, neema, rehema)
  await till.close()
  await rm(path.join(dataFolder, 'staff.json'))
  const vaultFile = path.join(dataFolder, 'vault.json')
  const vault = JSON.parse(await readFile(vaultFile, 'utf8'))
  const edited = 'staffKept' in vault ? { staffKept: false } : { staffSeals: [] }
  await writeFile(vaultFile, JSON.stringify({ ...vault, ...edited }))

  const again = await launch()
  const { page } = again
  await test.step('before and after the passphrase is typed every call is refused', async () => {
    for (const code of ['passphrase-needed', 'staff-unreadable']) {
      for (const [channel, argument] of [
        ['settings.saveShop', { ...defaultSettings.shop, name: 'Taken over' }],
        ['staff.add', { name: 'X', role: 'owner', pin: '123456' }],
        ['sales.recent', undefined],
      ] as const)
        expect(await calls(page, `kaunta:${channel}`, [argument])).toMatchObject([
          { ok: false, code },
        ])
      if (code === 'passphrase-needed') await unlock(page)
    }
  })
  await expect(page.getByText('vault.json, is damaged or was changed')).toBeVisible()
  await picture(again, 'staff-trouble-vault')
  await test.step('the owner starts over, and the audit log names what was found', async () => {
    await page.getByRole('button', { name: 'Start a new staff list' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Start a new staff list' })
    await dialog.getByLabel('API secret').fill(service.apiSecret)
    await dialog.getByRole('button', { name: 'Start a new list' }).click()
    await addPeople(page, neema)
    await openSettings(page, 'Activity log')
    const found = page.getByRole('row').filter({ hasText: 'vault file changed' })
    await expect(found).toContainText('Staff list archived')
  })
})

test('staff.json put back gives no fresh tries, and an owner may ask for six digits', async ({
  till,
  launch,
  dataFolder,
}) => {
  const { page } = till
  const staffFile = path.join(dataFolder, 'staff.json')
  const older = path.join(dataFolder, 'staff-copy.json')
  await addPeople(page, neema, rehema)
  await openSettings(page, 'Auto-lock')
  await page.getByRole('radio', { name: '6', exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await openSettings(page, 'Staff')
  await expect(page.getByText('PIN too short: give a new one')).toBeVisible()
  await picture(till, 'settings-staff-six-digits')
  await copyFile(staffFile, older)
  await page.getByRole('button', { name: 'Lock or switch' }).click()
  await typePin(page, 'Rehema', '0000')
  for (const _ of [1, 2, 3, 4]) {
    await expect(page.getByLabel('PIN', { exact: true })).toHaveValue('')
    await typePin(page, 'Rehema', '0000')
  }
  await expect(page.getByText(/Too many wrong PINs/)).toBeVisible()
  await till.close()
  await copyFile(older, staffFile)

  const again = await launch()
  await unlock(again.page)
  await expectLocked(again.page, 'The till was started.')
  await expect(again.page.getByRole('button', { name: 'Rehema' })).toContainText(/Waits 0:/)
  await signIn(again.page, neema)
  await openSettings(again.page, 'Activity log')
  const tried = again.page
    .getByRole('row')
    .filter({ hasText: 'Wrong PIN' })
    .filter({ hasText: 'Rehema' })
  await expect(tried).toHaveCount(5)
})
