import {
  connectFirst,
  createPassphrase,
  expectItWorks,
  expectSelling,
  fillConnection,
  passphrase,
  proveOwner,
  saveAndTest,
  unlock,
} from '../support/window/connection'
import { sealsWithPassphrase } from '../support/window/electron-switches'
import { expectOnePayment, expectState } from '../support/window/expectations'
import { openFromRail, phones, sellMobile } from '../support/window/payment'
import { checkScreen } from '../support/window/pictures'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'

test('without a keychain a passphrase seals the keys, and opens the till again', async ({
  launch,
  service,
}) => {
  test.skip(!sealsWithPassphrase, 'This system always has a keychain')
  // A passphrase is derived four times, and a payment waits for its read after the second start.
  test.slow()
  const till = await launch()
  let code = ''
  await test.step('one that is too short or mistyped is not taken', async () => {
    await till.page.getByRole('button', { name: 'Connect to the service' }).click()
    await till.page.getByRole('radio', { name: 'Production' }).click()
    await fillConnection(till.page, service)
    await saveAndTest(till.page)
    const dialog = till.page.getByRole('alertdialog')
    await dialog.getByLabel('New passphrase').fill('short')
    await dialog.getByLabel('Repeat the passphrase').fill('short')
    await dialog.getByRole('button', { name: 'Set passphrase' }).click()
    await expect(dialog.getByText(/At least \d+ characters/)).toBeVisible()
    await dialog.getByLabel('New passphrase').fill(passphrase)
    await dialog.getByRole('button', { name: 'Set passphrase' }).click()
    await expect(dialog.getByText('The two are not the same.')).toBeVisible()
    code = await createPassphrase(till.page)
    await expectItWorks(till.page)
    await till.page.getByRole('button', { name: 'Charge', exact: true }).click()
  })
  const another = 'another horse battery'
  await test.step('it is changed by the recovery code, and not by itself', async () => {
    await openSettings(till.page, 'Support')
    await till.page.getByRole('button', { name: 'Change the passphrase' }).click()
    const dialog = till.page.getByRole('alertdialog', { name: 'Change the passphrase' })
    await checkScreen(till, 'passphrase-change')
    await dialog.getByLabel('New passphrase').fill(another)
    await dialog.getByLabel('Repeat the passphrase').fill(another)
    await dialog.getByRole('button', { name: 'Set passphrase' }).click()
    await proveOwner(till.page, passphrase)
    const asked = till.page.getByRole('alertdialog', { name: 'Prove that you are the owner' })
    await expect(asked.getByRole('alert')).toContainText('or prove the owner')
    await checkScreen(till, 'passphrase-change-proof')
    await proveOwner(till.page, code)
    await expect(dialog).toBeHidden()
  })
  service.control.setApproval(60)
  await sellMobile(till.page, { phone: phones.approves, amount: '15000' })
  await expectState(till.page, 'Waiting for customer')
  await till.close()

  const { page } = await launch()
  await expect(page.getByRole('heading', { name: 'The till is locked' })).toBeVisible()
  await unlock(page, passphrase)
  await expect(page.getByRole('alert')).toContainText('does not open the till')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeHidden()
  await unlock(page, another)
  await openFromRail(page, '15,000')
  await expectState(page, 'Waiting for customer')
  service.control.decide(expectOnePayment(service).reference, 'completed')
  await expectState(page, 'Paid')
  expectOnePayment(service, 1)
})

test('a recovery code that needs a first passphrase is shown once', async ({ launch }) => {
  test.skip(!sealsWithPassphrase, 'This system always has a keychain')
  const { page } = await launch()
  await page.getByRole('button', { name: 'Practice mode' }).click()
  await expectSelling(page)
  await openSettings(page, 'Support')
  await page.getByRole('button', { name: 'Make a recovery code' }).click()
  await page.getByRole('button', { name: 'Show and print' }).click()
  await createPassphrase(page)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('with a keychain the till asks for nothing', async ({ launch, service, newKeychain }) => {
  const keychain = await newKeychain()
  const first = await launch(keychain.start)
  await connectFirst(first.page, service, { asksForPassphrase: false })
  await first.page.getByRole('button', { name: 'Settings' }).click()
  await expect(first.page.getByText('gnome_libsecret')).toBeVisible()
  await first.close()

  const { page } = await launch(keychain.start)
  await expectSelling(page)
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Paid')
  expectOnePayment(service, 1)
})
