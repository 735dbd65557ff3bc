import { startPracticeService } from '../support/practice/start'
import { setTimeouts } from '../support/window/bridge'
import { fillConnection, proveOwner, saveAndTest } from '../support/window/connection'
import { checkAgain, expectState, passTime, sellUnanswered } from '../support/window/expectations'
import {
  chargeButton,
  fillCard,
  fillMobile,
  openFromRail,
  paymentState,
  phones,
  pressPayButton,
  sellMobile,
} from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/*
 * Pictures of what waits, what is unknown, and what a person has to settle: reached by real means,
 * in each look and size (support/pictures.ts).
 */

/** How long a push goes alone, and can be sent at all. */
function setFreshness({ page }: Till, aloneMs: number, renewMs: number): Promise<void> {
  return setTimeouts(page, { freshness: { aloneMs, renewMs } })
}

const long = 3_600_000
const timer = 'Send automatically for'

test('a payment that waits for the service, and then too long', async ({ till, service }) => {
  test.slow()
  const { page } = till
  await service.stop()
  await setFreshness(till, 600_000, long)
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expect(paymentState(page)).toContainText('not available at the moment')
  await expect(page.getByRole('timer', { name: timer })).toHaveText(/^(9:\d\d|10:00)$/)
  await expect(page.getByText(/Retrying automatically for 9:\d\d/)).toBeVisible()
  await expect(page.getByRole('banner')).toContainText(/Next try in 0:\d\d/)
  await checkScreen(till, 'live-waits')
  await fillMobile(page, { phone: phones.declines, amount: '16000' })
  await expect(page.getByText('Retrying automatically for 10 min')).toBeVisible()
  await expect(chargeButton(page)).toHaveText(/^Request payment.*later/)
  await picture(till, 'charge-will-wait')
  await test.step('a number in use is shown before the press, and nothing else', async () => {
    await page.getByRole('textbox', { name: 'Phone number' }).fill(`+${phones.approves}`)
    await expect(page.getByText('May still be on the phone: TZS')).toBeVisible()
    await expect(page.getByText('Withdraw that payment')).toBeVisible()
    await expect(page.getByText('This payment will wait.')).toBeHidden()
  })
  await chargeButton(page).click()
  await expect(page.getByText(/May still be on the phone: TZS.15,000/).first()).toBeVisible()
  await checkScreen(till, 'charge-number-busy')
  await fillCard(page)
  await picture(till, 'charge-card-will-wait')
  await test.step('it waited too long: a person decides', async () => {
    await setFreshness(till, 1_000, long)
    await openFromRail(page, '15,000')
    await expectState(page, 'Ask the customer')
    await expect(page.getByText('Is the customer still here?')).toBeVisible()
    await expect(page.getByText(/Can be sent for another 5\d:\d\d/)).toBeVisible()
    await checkScreen(till, 'live-held')
    await setFreshness(till, 1_000, 1_000)
    await expect(page.getByRole('button', { name: 'Send now' })).toBeHidden()
    await picture(till, 'live-held-too-old')
    await page.getByRole('button', { name: 'Charge again' }).click()
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('15,000')
    await openFromRail(page, '15,000')
    await expectState(page, 'Withdrawn')
  })
})

test('what may have been sent, and a service that does not answer', async ({ till, service }) => {
  test.slow()
  const { page } = till
  await test.step('it is not known whether it arrived', async () => {
    const lost = { when: 'after', effect: { kind: 'drop' } } as const
    service.control.rule({ operation: 'mobile-create' }, lost, 1_000)
    await setFreshness(till, 5_000, long)
    await sellMobile(page, { phone: phones.approves, amount: '15000' })
    await expectState(page, 'Outcome unknown')
    await expect(page.getByText('Is the customer still here?')).toBeVisible({ timeout: 20_000 })
    // Where it broke off, as a picture with a text.
    await expect(page.getByRole('img', { name: /No answer came back/ })).toBeVisible()
    await checkScreen(till, 'live-unknown-ask')
  })
  service.control.reset()
  await test.step('a network that wants a sign-in', async () => {
    const body = '<!doctype html><title>Sign in</title>'
    const portal = {
      kind: 'answer',
      status: 200,
      headers: { 'Content-Type': 'text/html' },
      body,
    } as const
    service.control.rule({}, { when: 'before', effect: portal }, 1_000)
    await setFreshness(till, 600_000, long)
    await sellMobile(page, { phone: phones.ordinary, amount: '15000' })
    await expectState(page, 'Outcome unknown')
    await expect(page.getByRole('banner')).toContainText('Sign in to this network.')
    await expect(page.getByRole('banner')).toContainText('sign-in page')
    await picture(till, 'live-portal')
  })
  service.control.reset()
  await test.step('the service asks the till to wait', async () => {
    // In its own error body: any other 429 may come from something on the way, and the outcome is unknown.
    const said = {
      status: 'error',
      code: 429,
      error_code: 'too_many_requests',
      message: 'Slow down.',
    }
    const wait = {
      kind: 'answer',
      status: 429,
      headers: { 'Retry-After': '600' },
      body: JSON.stringify(said),
    } as const
    service.control.rule({ operation: 'mobile-create' }, { when: 'before', effect: wait }, 1_000)
    // The till asks a person ten seconds before it would try again.
    await setFreshness(till, 590_000, long)
    await sellMobile(page, { phone: phones.declines, amount: '15000' })
    await expect(paymentState(page)).toContainText('asked the till to wait')
    await expect(page.getByRole('banner')).toContainText(
      /Next try in (9:\d\d|10:00).*asked us to wait/,
    )
    await expect(page.getByText('It is not sent automatically')).toBeVisible()
    await expect(page.getByRole('timer', { name: timer })).toBeHidden()
    await picture(till, 'live-asked-to-wait')
  })
})

test('how patient the till is, and keys that are rejected', async ({ till, service }) => {
  const { page } = till
  await test.step('how patient the till is', async () => {
    await openSettings(page, 'Offline and limits')
    await picture(till, 'settings-waiting')
    const mobile = page.getByRole('region', { name: 'Mobile money waiting to be sent' })
    await mobile.getByRole('textbox', { name: 'Can be sent for: minutes' }).fill('0')
    await mobile.getByRole('textbox', { name: 'Can be sent for: seconds' }).fill('30')
    await page.getByRole('textbox', { name: 'Payments waiting' }).fill('none')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('This cannot be shorter')).toBeVisible()
    await expect(mobile.getByRole('textbox', { name: 'Can be sent for: minutes' })).toBeFocused()
    await checkScreen(till, 'settings-waiting-problems')
    const watched = page.getByRole('region', { name: 'How long payments are watched' })
    const prompt = 'A prompt stays on the phone for'
    await watched.getByRole('textbox', { name: `${prompt}: minutes` }).fill('0')
    await watched.getByRole('textbox', { name: `${prompt}: seconds` }).fill('9')
    await watched.scrollIntoViewIfNeeded()
    await expect(page.getByText('Use 10 seconds to 60 minutes.')).toBeVisible()
    await picture(till, 'settings-waiting-watched')
    await page.getByRole('button', { name: 'Use the defaults' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved')).toBeVisible()
  })
  await test.step('keys that are rejected, on every screen', async () => {
    service.control.revokeKeys()
    await sellMobile(page, { phone: phones.approves, amount: '15000' })
    await expect(page.getByRole('banner')).toContainText('Payments are kept')
    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    await picture(till, 'charge-keys-rejected')
    await page.getByRole('button', { name: 'Enter new keys' }).click()
    await expect(page.getByRole('tab', { name: 'Payment service', selected: true })).toBeVisible()
  })
})

test('keys of another account', async ({ till, service }) => {
  const { page } = till
  service.control.setApproval(long)
  service.control.setSession({ mobile: 3_600 })
  await sellMobile(page, { phone: phones.ordinary, amount: '15000' })
  await expectState(page, 'Waiting for customer')
  const lost = { when: 'after', effect: { kind: 'drop' } } as const
  service.control.rule({ operation: 'mobile-create' }, lost, 1_000)
  await sellMobile(page, { phone: phones.approves, amount: '16000' })
  await expectState(page, 'Outcome unknown')
  const elsewhere = await startPracticeService({ webhooks: 'off' })
  try {
    await page.getByRole('button', { name: 'Settings' }).click()
    await fillConnection(page, elsewhere)
    await saveAndTest(page)
    await proveOwner(page, service.apiSecret)
    await page.getByRole('radio', { name: 'Another account' }).waitFor()
    await page.getByRole('radio', { name: 'Another account' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Yes, another account' }).click()
    await expect(page.getByRole('alert')).toContainText('It works')
    await openFromRail(page, '16,000')
    await expect(page.getByText('Sent with another account’s keys')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
    await picture(till, 'live-unknown-elsewhere')
    await openFromRail(page, '15,000')
    await expectState(page, 'Check with manager')
    await expect(page.getByRole('button', { name: 'Check now' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Take cash instead' })).toBeHidden()
    await expect(page.getByText('It cannot be resolved yet')).toBeVisible()
    await picture(till, 'live-waiting-elsewhere')
    expect(elsewhere.control.payments()).toEqual([])
  } finally {
    await elsewhere.stop()
  }
})

test('money that comes late, and what is left to do', async ({ till, service }) => {
  test.slow()
  const { page } = till
  await sellMobile(page, { phone: phones.unknownWord, amount: '120000' })
  await expectState(page, 'Check with manager')
  await sellUnanswered(page, service, { amount: '9500' })
  const expired = service.control.payments().find(({ amount }) => amount.value === 9_500)
  service.control.decide(expired?.reference ?? '', 'completed')
  await page.getByRole('button', { name: 'Needs attention: 2' }).click()
  await page.getByRole('button', { name: 'Check all' }).click()
  await expect(page.getByText('Checked: 2.')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Paid late')
  await checkScreen(till, 'to-do')
  await page.getByRole('button', { name: 'View payment' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  service.control.decide(expired?.reference ?? '', 'failed')
  await checkAgain(page)
  await expect(page.getByText('The service changed its answer', { exact: true })).toBeVisible()
  await picture(till, 'live-two-notices')
  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('Choose how it ended.')).toBeVisible()
  // The service confirmed it: only what became of the money is to be said.
  await expect(page.getByRole('radio')).toHaveCount(2)
  await picture(till, 'resolve')
})

test('a sale of which two payments have no end is left to do once', async ({ till, service }) => {
  test.slow()
  const { page } = till
  await sellUnanswered(page, service, { amount: '9500' })
  service.control.setApproval(10_000)
  await pressPayButton(page, 'Charge again')
  await page.getByRole('textbox', { name: 'Phone number' }).fill('0754 001 213')
  await page.getByRole('button', { name: 'Request payment' }).click()
  await expectState(page, 'Waiting for customer')
  passTime(service, 20)
  await pressPayButton(page, 'Check now')
  await expectState(page, 'Expired')
  await page.getByRole('button', { name: 'Needs attention: 1' }).click()
  const list = page.getByRole('list', { name: 'Needs attention' })
  await expect(list.getByText('Time ran out without a result')).toHaveCount(2)
  await expect(list.getByRole('button', { name: 'View' })).toHaveCount(2)
  await checkScreen(till, 'to-do-of-one-sale')
})

test('money that comes twice', async ({ till, service }) => {
  const { page } = till
  await sellUnanswered(page, service, { amount: '9500' })
  const [first] = service.control.payments()
  await pressPayButton(page, 'Charge again')
  await page.getByRole('textbox', { name: 'Phone number' }).fill(`+${phones.approves}`)
  await page.getByRole('button', { name: 'Request payment' }).click()
  await expectState(page, 'Paid')
  const others = page.getByRole('list', { name: 'Other payments of this sale' })
  await test.step('the sale lacks nothing: no cash is taken for its first push', async () => {
    await others.getByRole('button').click()
    await expect(page.getByRole('button', { name: 'Take cash instead' })).toBeHidden()
    await pressPayButton(page, 'Resolve')
    await expect(page.getByRole('radio')).toHaveCount(3)
    await expect(page.getByRole('radio', { name: 'Paid in cash' })).toBeHidden()
    await picture(till, 'resolve-covered')
    await page.keyboard.press('Escape')
  })
  service.control.decide(first?.reference ?? '', 'completed')
  await page.getByRole('button', { name: 'Payments', exact: true }).click()
  // The sale has what is due: the first push asks nothing of a person, and is read all the same.
  await page.getByRole('radio', { name: 'Needs attention (0)' }).click()
  await page.getByRole('button', { name: 'Check all' }).click()
  await expect(page.getByRole('alert')).toContainText('Too much')
  await page.getByRole('alert').getByRole('button', { name: 'View payment' }).click()
  await expect(paymentState(page)).toContainText('Too much')
  await checkScreen(till, 'live-too-much')
  await expect(page.getByRole('button', { name: 'View the other payment' })).toBeHidden()
  await others.getByRole('button').click()
  await expect(paymentState(page)).not.toContainText('Too much')
})
