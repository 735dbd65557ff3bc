import { everyPayment } from '../../shared/payment/payments-filter'
import { defaultSettings } from '../../shared/settings'
import { defaultReceiptSettings } from '../../shared/settings/receipts'
import { calls, hurryClock, recentPayments } from '../support/window/bridge'
import { choosePractice, createPassphrase, proveOwner, unlock } from '../support/window/connection'
import { expectOnePayment, expectState } from '../support/window/expectations'
import { installPrinter, printedBy } from '../support/window/outputs'
import { paymentState, phones, railPayments, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
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

const { neema, juma, rehema } = people

test('an owner and a cashier: whose each payment is, what a cashier may not, and a PIN that is too short by now', async ({
  till,
}) => {
  const { page } = till
  await test.step('an owner and a cashier are set up: whose each payment is, and what a cashier may not', async () => {
    await addPeople(page, neema, rehema)
    await checkScreen(till, 'settings-staff')
    await installPrinter(till, 'prints')
    const receipts = { ...defaultReceiptSettings, automatic: true, printer: 'till-80' }
    await calls(page, 'kaunta:settings.save', [{ section: 'receipts', value: receipts }])
    await page.keyboard.press('Control+l')
    await expectLocked(page, 'The till is locked.')
    await checkScreen(till, 'lock-people')
    // Two presses and the PIN: the name's digit, the PIN, Enter.
    await page.keyboard.press('2')
    await page.keyboard.type(rehema.pin)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner')).toContainText('Rehema')
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Paid')
    expect(await recentPayments(page)).toMatchObject([{ person: { name: 'Rehema' } }])
    await expect.poll(async () => (await printedBy(till))[0]?.text).toMatch(/Cashier\s+Rehema/)
    await test.step('a cashier changes no settings, also not past the screens', async () => {
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      await expect(page.getByRole('tab', { name: 'People' })).toHaveCount(0)
      await expect(page.getByText('Only an owner can change Shop, Selling,')).toBeVisible()
      await picture(till, 'settings-cashier')
      for (const [channel, argument] of [
        [
          'settings.save',
          { section: 'shop', value: { ...defaultSettings.shop, name: 'Taken over' } },
        ],
        ['connection.choose', { kind: 'practice' }],
        ['staff.add', { name: 'X', role: 'owner', pin: '123456' }],
        ['auditLog.list', { before: null }],
      ] as const)
        expect(await calls(page, `kaunta:${channel}`, [argument])).toMatchObject([
          { ok: false, code: 'owner-needed' },
        ])
    })
  })
  await page.keyboard.press('Control+l')
  await signIn(page, neema)
  await test.step('a cashier whose PIN is too short by now chooses a new one before going on', async () => {
    const policy = { ...defaultSettings.staff, pinDigits: 6 }
    expect(
      await calls(page, 'kaunta:settings.save', [{ section: 'staff', value: policy }]),
    ).toMatchObject([{ ok: true }])
    await page.keyboard.press('Control+l')
    await typePin(page, rehema.name, rehema.pin)
    await expect(page.getByText('at least 6 digits')).toBeVisible()
    await picture(till, 'lock-short-pin')
    const choose = async (...pins: readonly string[]) => {
      for (const pin of pins) {
        await page.keyboard.type(pin)
        await page.keyboard.press('Enter')
      }
    }
    await test.step('neither a short one nor two that differ go on', async () => {
      await choose('47114')
      await expect(page.getByText('Use at least 6 digits.')).toBeVisible()
      await choose('471147', '471148')
      await expect(page.getByText('The two are not the same.')).toBeVisible()
      expect(await calls(page, 'kaunta:payments.recent', [undefined])).toMatchObject([
        { ok: false, code: 'signed-out' },
      ])
    })
    await choose('471147', '471147')
    await expect(page.getByRole('banner')).toContainText('Rehema')
    await page.keyboard.press('Control+l')
    await typePin(page, rehema.name, rehema.pin)
    await expect(page.getByText('4 tries left before a pause.')).toBeVisible()
    await signIn(page, { ...rehema, pin: '471147' })
  })
})

test('a locked till: the payments go on unseen, and wrong PINs make a pause', async ({
  till,
  launch,
  service,
}) => {
  const { app, page } = till
  await addPeople(page, neema, rehema)
  await test.step('while it is locked the payments go on, and nothing of them is to be seen', async () => {
    await page.getByRole('button', { name: 'Lock or switch' }).click()
    await signIn(page, rehema)
    await sellMobile(page, { phone: phones.ordinary, amount: '15000' })
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'))
    await expectLocked(page, 'The computer’s screen was locked.')
    await expect(page.getByText('15,000')).toBeHidden()
    for (const [channel, argument] of [
      ['payments.recent', undefined],
      ['search.find', { filter: everyPayment, before: null }],
      ['settings.save', { section: 'shop', value: defaultSettings.shop }],
      ['staff.add', { name: 'X', role: 'owner', pin: '123456' }],
    ] as const)
      expect(await calls(page, `kaunta:${channel}`, [argument])).toMatchObject([
        { ok: false, code: 'signed-out' },
      ])
    const told = JSON.stringify(await calls(page, 'kaunta:till.state', [undefined]))
    expect(told).not.toContain(phones.ordinary)
    expect(told).not.toContain(service.address)
    await expect(page.getByText('No payment is open.')).toBeVisible({ timeout: 15_000 })
    expect(expectOnePayment(service, 1).status).toBe('completed')
    await signIn(page, rehema)
    await expect(railPayments(page).first()).toContainText(/paid/i)
  })
  await test.step('wrong PINs make a pause that outlives a restart', async () => {
    await till.page.getByRole('button', { name: 'Lock or switch' }).click()
    await typePin(till.page, 'Rehema', '0000')
    await expect(till.page.getByText('4 tries left before a pause.')).toBeVisible()
    await picture(till, 'lock-wrong-pin')
    for (const _ of [1, 2, 3, 4]) {
      await till.page.getByLabel('PIN', { exact: true }).fill('0000')
      await till.page.keyboard.press('Enter')
      await expect(till.page.getByLabel('PIN', { exact: true })).toHaveValue('')
    }
    await expect(till.page.getByText(/Too many wrong PINs. Wait 0:(30|2\d)/)).toBeVisible()
    await picture(till, 'lock-pause')
    await till.kill()

    const again = await launch()
    await unlock(again.page)
    await expectLocked(again.page, 'The till was started.')
    await expect(again.page.getByRole('button', { name: 'Rehema' })).toContainText(
      /Waits 0:(30|2\d)/,
    )
    const id = (await peopleAt(again.page)).find(({ name }) => name === 'Rehema')?.id
    const [tried] = await calls(again.page, 'kaunta:staff.signIn', [{ id, pin: rehema.pin }])
    expect(tried).toMatchObject({ ok: true, value: { result: 'paused' } })
    await signIn(again.page, neema)
  })
})

test('it locks by itself, and an owner who forgot the PIN comes in again', async ({
  till,
  launch,
  service,
}) => {
  const { app, page } = till
  await test.step('it locks by itself when it is not used, and when the computer sleeps', async () => {
    await addPeople(page, neema)
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('suspend'))
    // With one person there is no choice.
    await signIn(page, neema)
    await openSettings(page, 'Auto-lock')
    await page.getByLabel('Lock after minutes without use').fill('1')
    // A minute in six seconds.
    await hurryClock(till, 10)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved')).toBeVisible()
    await expect(page.getByLabel('PIN', { exact: true })).toBeVisible({ timeout: 30_000 })
  })
  await test.step('an owner who forgot the PIN removes all people with the API secret', async () => {
    await till.close()
    const { page } = await launch()
    await unlock(page)
    await page.getByRole('button', { name: 'PIN forgotten?' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'PIN forgotten' })
    await dialog.getByRole('button', { name: 'Remove all people' }).click()
    await proveOwner(page, 'wrong')
    const asked = page.getByRole('alertdialog', { name: 'Prove that you are the owner' })
    await expect(asked.getByRole('alert')).toContainText('or prove the owner')
    await proveOwner(page, service.apiSecret)
    await expect(page.getByRole('button', { name: 'Charge', exact: true })).toBeVisible()
  })
})

test('a manager allows one action without switching, and the audit log names both', async ({
  till,
}) => {
  const { page } = till
  await addPeople(page, neema, juma, rehema)
  await page.getByRole('button', { name: 'Lock or switch' }).click()
  await signIn(page, rehema)
  await sellMobile(page, { phone: phones.unknownWord })
  await expectState(page, 'Check with manager')
  await page.getByRole('button', { name: 'It means paid' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'It means paid' }).click()
  const approval = page.getByRole('alertdialog', { name: 'Manager approval needed' })
  await approval.getByRole('radio', { name: 'Juma' }).click()
  await approval.getByLabel('Juma, your PIN').fill('000000')
  await page.keyboard.press('Enter')
  await expect(approval.getByText('4 tries left before a pause.')).toBeVisible()
  await expect(paymentState(page)).toContainText('Check with manager')
  await checkScreen(till, 'approval')
  await approval.getByLabel('Juma, your PIN').fill(juma.pin)
  await page.keyboard.press('Enter')
  await expectState(page, 'Paid')
  await expect(page.getByRole('banner')).toContainText('Rehema')

  await page.getByRole('button', { name: 'Lock or switch' }).click()
  await signIn(page, neema)
  await openSettings(page, 'Activity log')
  const row = page.getByRole('row').filter({ hasText: 'Approved once' })
  await expect(row).toContainText('Juma')
  await expect(row).toContainText('For: Rehema')
  await expect(row).toContainText(/Payment: [0-9A-F]{8}, TZS\s15,000/)
  await checkScreen(till, 'settings-record')
})

test('practice asks for no sign-in, until an owner is added', async ({ launch }) => {
  const till = await launch()
  const { page } = till
  await choosePractice(page)
  await expect(page.getByRole('button', { name: 'Lock or switch' })).toBeHidden()
  await openSettings(page, 'Names and PINs')
  await picture(till, 'settings-staff-none')
  await page.getByRole('button', { name: 'Add yourself as owner' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Add yourself as owner' })
  await dialog.getByLabel('Name').fill('Neema')
  await dialog.getByLabel('PIN', { exact: true }).fill('1234')
  await dialog.getByLabel('PIN again').fill('1234')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Use at least 6 digits.')).toBeVisible()
  await picture(till, 'settings-staff-add')
  await dialog.getByLabel('PIN', { exact: true }).fill(neema.pin)
  await dialog.getByLabel('PIN again').fill(neema.pin)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await createPassphrase(page)
  await expect(page.getByRole('list', { name: 'People' })).toContainText('Neema', {
    timeout: 15_000,
  })
  await expect(page.getByRole('banner')).toContainText('Neema')
})

/** What the window gets about the staff. */
async function peopleAt(
  page: Parameters<typeof calls>[0],
): Promise<{ id: string; name: string }[]> {
  const [state] = (await calls(page, 'kaunta:till.state', [undefined])) as [
    { value: { staff: { people: { id: string; name: string }[] } } },
  ]
  return state.value.staff.people
}
