import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  connectFirst,
  expectItWorks,
  expectSelling,
  fillConnection,
  passphrase,
  type ServiceDetails,
  saveAndTest,
  unlock,
} from '../support/window/connection'
import { sealsWithPassphrase } from '../support/window/electron-switches'
import { expectOnePayment, expectState } from '../support/window/expectations'
import { picture } from '../support/window/pictures'
import { openFromRail, phones, sellMobile } from '../support/window/sale'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

test.describe.configure({ mode: 'parallel' })

const blocked = { name: 'The till cannot sell now' }

/** What a person does whose keys cannot be opened. */
async function typeKeysAgain({ page }: Till, service: ServiceDetails): Promise<void> {
  await page.getByRole('button', { name: 'Open Settings' }).click()
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible()
  await fillConnection(page, service)
  await saveAndTest(page)
}

/** The bytes of everything that must not change. */
function kept(dataFolder: string): string[] {
  const names = readdirSync(dataFolder).filter(name => /^(vault\.json|ledger.*\.db)$/.test(name))
  return names.sort().map(name => readFileSync(path.join(dataFolder, name)).toString('base64'))
}

test('another keychain asks for the keys again and deletes nothing; the old one opens all of it', async ({
  launch,
  service,
  dataFolder,
  newKeychain,
}) => {
  test.slow()
  const [old, other] = await Promise.all([newKeychain(), newKeychain()])
  service.control.setApproval(600)
  const first = await launch(old.start)
  await connectFirst(first.page, service, { asksForPassphrase: false })
  await sellMobile(first.page, { phone: phones.approves, amount: '15000' })
  await expectState(first.page, 'Waiting for customer')
  await first.close()
  const before = kept(dataFolder)

  const second = await launch(other.start)
  const { page } = second
  await expect(page.getByRole('heading', blocked)).toBeVisible()
  await expect(page.getByText('The stored keys of this connection cannot be')).toBeVisible()
  // Of one kind with the one before: the name of the kind would tell nothing.
  await expect(page.getByText('gnome_libsecret')).toHaveCount(0)
  expect(kept(dataFolder)).toEqual(before)
  await picture(second, 'keys-of-another-keychain')
  await typeKeysAgain(second, service)
  await expectItWorks(page)

  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await expect(page.getByText('The record of payments is protected')).toBeVisible()
  await picture(second, 'ledger-of-another-keychain')
  await page.getByRole('button', { name: 'Start a new record' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Start a new record of payments?' })
  await dialog.getByRole('button', { name: 'Archive and start' }).click()
  await expectSelling(page)
  await second.close()
  // The ledger itself is what it was, under another name.
  expect(kept(dataFolder)).toEqual(expect.arrayContaining([before[0]]))

  const third = await launch(old.start)
  await expect(third.page.getByRole('heading', blocked)).toBeVisible()
  await expect(
    third.page.getByText('The keychain of an earlier record of payments is back'),
  ).toBeVisible()
  await picture(third, 'ledger-returned')
  await third.page.getByRole('button', { name: /^Open the record archived on/ }).click()
  await openFromRail(third.page, '15,000')
  await expectState(third.page, 'Waiting for customer')
  service.control.decide(expectOnePayment(service).reference, 'completed')
  await expectState(third.page, 'Paid')
  expectOnePayment(service, 1)
})

test('without its keychain a passphrase can seal new keys; with it everything is as before', async ({
  launch,
  service,
  dataFolder,
  newKeychain,
}) => {
  test.slow()
  const keychain = await newKeychain()
  const first = await launch(keychain.start)
  await connectFirst(first.page, service, { asksForPassphrase: false })
  await first.close()
  const before = kept(dataFolder)

  const second = await launch()
  await expect(second.page.getByRole('heading', blocked)).toBeVisible()
  await expect(second.page.getByText('no keychain')).toBeVisible()
  await typeKeysAgain(second, service)
  const dialog = second.page.getByRole('alertdialog', { name: 'Choose a passphrase' })
  await expect(dialog).toContainText('The keychain that protected the keys is not available')
  await picture(second, 'passphrase-instead-of-keychain')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await second.close()
  expect(kept(dataFolder)).toEqual(before)

  const third = await launch(keychain.start)
  await expectSelling(third.page)
  await sellMobile(third.page, { phone: phones.approves })
  await expectState(third.page, 'Paid')
})

test('a keychain that appears later changes nothing, and wrong passphrases have to wait', async ({
  till,
  launch,
  newKeychain,
}) => {
  test.skip(!sealsWithPassphrase, 'This system always has a keychain')
  await till.close()
  const keychain = await newKeychain()
  const again = await launch(keychain.start)
  const { page } = again
  await expect(page.getByRole('heading', { name: 'The till is locked' })).toBeVisible()
  await unlock(page, passphrase)
  await expectSelling(page)
  await openSettings(page, 'Connection')
  await expect(page.getByText('This till’s passphrase protects the keys')).toBeVisible()
  await again.close()

  const locked = await launch()
  for (let each = 0; each < 5; each++) {
    await unlock(locked.page, `wrong ${each}`)
    await expect(locked.page.getByRole('button', { name: 'Unlock' })).not.toHaveAttribute(
      'aria-busy',
      'true',
    )
  }
  await expect(locked.page.getByText(/Too many wrong passphrases\. Wait/)).toBeVisible()
  await picture(locked, 'passphrase-paused')
  await locked.close()

  const restarted = await launch()
  await expect(restarted.page.getByText(/Too many wrong passphrases\. Wait/)).toBeVisible()
  await restarted.page.getByLabel('Passphrase').fill(passphrase)
  await restarted.page.keyboard.press('Enter')
  await expect(restarted.page.getByRole('button', { name: 'Unlock' })).toBeDisabled()
  await expect(restarted.page.getByText(/Too many wrong passphrases\. Wait/)).toBeVisible()
})
