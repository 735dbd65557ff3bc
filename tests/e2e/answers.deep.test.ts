import type { Page } from '@playwright/test'
import type { PracticeService } from '../support/practice/start'
import { recentPayments } from '../support/window/bridge'
import {
  checkAgain,
  checkUntil,
  createRequests,
  expectOnePayment,
  expectState,
  passTime,
} from '../support/window/expectations'
import {
  chargeButton,
  fillMobile,
  paymentState,
  phones,
  pressPayButton,
  railPayments,
  sellCard,
  sellMobile,
} from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { openAdvanced, openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/* Answers in the forms of real services, and what the cashier sees of them. */

const fourHours = 4 * 3_600

test('a payment that stays open for hours: the prompt is counted, then sent again', async ({
  till,
  service,
}) => {
  test.slow()
  const { page } = till
  const timer = page.getByRole('timer', { name: 'Time left' })
  await sellMobile(page, { phone: phones.fourHours, amount: '15000' })
  await expectState(page, 'Waiting for customer')
  await expect(timer).toHaveText(/^(2:[0-5]\d|3:00)$/)
  await promptGoes(page, service, 4)
  await expect(timer).toBeHidden()
  await expect(paymentState(page)).toContainText('The prompt on the phone has probably closed')
  // With the day where it ends after midnight.
  await expect(page.getByText(/^until (?:\d{1,2} \w+, )?\d\d:\d\d$/)).toBeVisible()
  await picture(till, 'live-prompt-gone')
  const dialog = page.getByRole('alertdialog', { name: 'Does the customer see a prompt?' })
  await test.step('asked first, it is sent again, linked, and both are watched', async () => {
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(dialog).toContainText('TZS 15,000')
    await checkScreen(till, 'send-again-dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(service.control.payments()).toHaveLength(1)
    await page.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByRole('button', { name: 'No prompt: send again' }).click()
    await expect(dialog).toBeHidden()
    await expect(timer).toHaveText(/^(2:[0-5]\d|3:00)$/)
    expect(service.control.payments()).toHaveLength(2)
    const payments = await recentPayments(page)
    expect(new Set(payments.map(({ sale }) => sale)).size).toBe(1)
  })
  await test.step('while the new prompt may be live, the number is held for so long', async () => {
    await fillMobile(page, { phone: phones.fourHours, amount: '16000' })
    await chargeButton(page).click()
    await expect(page.getByText(/free again in about [0-2]:\d\d/).first()).toBeVisible()
    await picture(till, 'charge-prompt-live')
    expect(service.control.payments()).toHaveLength(2)
  })
  await test.step('both paid is too much', async () => {
    for (const { reference } of service.control.payments())
      service.control.decide(reference, 'completed')
    // The open ones come first: the new one, and then the earlier one.
    for (const words of ['The service confirmed it', 'Too much']) {
      await railPayments(page).first().getByRole('button').click()
      await checkUntil(page, words)
    }
    await expect(page.getByRole('button', { name: 'Needs attention: 1' })).toBeVisible()
  })
})

test('two payments of one customer', async ({ till, service }) => {
  test.slow()
  await test.step('a card page and a phone, both paid', () => payBoth(till, service))
  service.control.reset()
  await till.page.reload()
  await test.step('no second request goes out once the first was answered', () =>
    sendOnce(till, service))
})

async function sendOnce(till: Till, service: PracticeService): Promise<void> {
  const { page } = till
  service.control.setSession({ mobile: fourHours })
  service.control.setApproval(100_000)
  await sellMobile(page, { phone: phones.ordinary, amount: '15000' })
  await expectState(page, 'Waiting for customer')
  await promptGoes(page, service, 4)
  await test.step('Charge asks the same question, and goes on', async () => {
    await fillMobile(page, { phone: phones.ordinary, amount: '16000' })
    await chargeButton(page).click()
    const dialog = page.getByRole('alertdialog', { name: 'Does the customer see a prompt?' })
    await expect(dialog).toContainText('TZS 15,000')
    await picture(till, 'charge-prompt-gone')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('16,000')
    await chargeButton(page).click()
    await dialog.getByRole('button', { name: 'No prompt: send again' }).click()
    await expectState(page, 'Waiting for customer')
    await expect(page.getByRole('heading', { name: 'TZS 16,000' })).toBeVisible()
    expect(service.control.payments()).toHaveLength(2)
  })
  await test.step('answered meanwhile, it is refused with the reason', async () => {
    await promptGoes(page, service, 8)
    await page.getByRole('button', { name: 'Send again' }).click()
    const dialog = page.getByRole('alertdialog')
    for (const { reference } of service.control.payments())
      service.control.decide(reference, 'completed')
    // Sooner, the till has an answer that is hardly old.
    await page.waitForTimeout(2_000)
    await dialog.getByRole('button', { name: 'No prompt: send again' }).click()
    await expect(dialog.getByRole('alert')).toContainText('has just been answered')
    await picture(till, 'send-again-answered')
    await dialog.getByRole('button', { name: 'View payment' }).click()
    await expectState(page, 'Paid')
    expect(service.control.payments()).toHaveLength(2)
    expect(createRequests(service)).toHaveLength(2)
  })
}

test('answers that say less than a result', async ({ till, service }) => {
  test.slow()
  const { page } = till
  await test.step('a word without a meaning is no result yet', async () => {
    const word = 'being_checked'
    const sell = async (phone: string, amount: string) => {
      service.control.setApproval(100_000)
      await sellMobile(page, { phone, amount })
      await expectState(page, 'Waiting for customer')
      const { reference } = service.control.payments().at(-1) ?? { reference: '' }
      service.control.decide(reference, word)
      await expectState(page, 'Check with manager')
      return reference
    }
    await test.step('a later clear word settles it, and is no contradiction', async () => {
      const reference = await sell(phones.approves, '11000')
      service.control.decide(reference, 'completed')
      await checkAgain(page)
      await expectState(page, 'Paid')
      await expect(page.getByRole('button', { name: /^Needs attention:/ })).toBeHidden()
    })
    await test.step('a manager says that it means in progress: it is polled on', async () => {
      const reference = await sell(phones.ordinary, '12000')
      await picture(till, 'live-word-in-progress')
      await page.getByRole('button', { name: 'It means in progress' }).click()
      const dialog = page.getByRole('alertdialog', { name: `“${word}” means in progress?` })
      await dialog.getByRole('button', { name: 'It means in progress' }).click()
      await expectState(page, 'Waiting for customer')
      service.control.decide(reference, 'completed')
      await expectState(page, 'Paid')
    })
    await test.step('Settings keeps it in a list of its own', async () => {
      await openSettings(page, 'Connection')
      await openAdvanced(page)
      const list = page.locator('section').filter({ hasText: 'Words that mean in progress' }).last()
      await list.getByRole('button', { name: `Remove ${word}` }).scrollIntoViewIfNeeded()
      await checkScreen(till, 'settings-words-in-progress')
    })
  })
  await test.step('a card payment without a page to show says why, and can still be paid', async () => {
    for (const [phone, reason, name] of [
      [phones.noCheckout, 'The service gave no payment page.', 'none'],
      [phones.checkoutNotSafe, 'The page’s address is not safe', 'not-safe'],
    ] as const) {
      service.control.reset()
      await sellCard(page, { phone })
      await expectState(page, 'Waiting for customer')
      await expect(page.getByText(reason)).toBeVisible()
      await picture(till, `live-card-no-page-${name}`)
      service.control.decide(expectOnePayment(service).reference, 'completed')
      await expectState(page, 'Paid')
    }
  })
  await test.step('a reference that the service does not know yet, and keys that are tried again', async () => {
    const body = JSON.stringify({
      status: 'error',
      code: 404,
      error_code: 'not_found',
      message: 'There is no payment with this reference.',
    })
    const unknown = { kind: 'answer', status: 404, headers: {}, body } as const
    service.control.rule({ operation: 'mobile-status' }, { when: 'before', effect: unknown }, 3)
    await sellMobile(page, { phone: phones.approves, amount: '15000' })
    await expectState(page, 'Waiting for customer')
    await pressPayButton(page, 'Check now')
    await expect(page.getByText('the service does not know this payment yet')).toBeVisible()
    await picture(till, 'live-not-known-yet')
    await expectState(page, 'Paid')
    await test.step('rejected keys: when they are tried again is in sight', async () => {
      service.control.revokeKeys()
      await sellMobile(page, { phone: phones.ordinary, amount: '16000' })
      await expect(page.getByRole('banner')).toContainText(/Next try in (1:00|0:\d\d)/)
      await picture(till, 'live-keys-next-try')
    })
  })
})

test('answers that come and cannot be read', async ({ till, service }) => {
  test.slow()
  const { page } = till
  // A warning of the server's language before the JSON.
  const body = `<br />\n<b>Notice</b>: Undefined index in /srv/status.php\n{"status":"success","data":{"status":"paid"}}`
  const notice = { kind: 'answer', status: 200, headers: {}, body } as const
  service.control.setApproval(100_000)
  service.control.rule({ operation: 'mobile-status' }, { when: 'before', effect: notice }, 1_000)
  await sellMobile(page, { phone: phones.ordinary, amount: '15000' })
  await expectState(page, 'Waiting for customer')
  await expect(page.getByText('The service answers, and the till cannot read it')).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText('Undefined index')).toHaveCount(0)
  await checkScreen(till, 'live-unread')
  await test.step('a manager sees what came', async () => {
    await page.getByRole('button', { name: 'Show the answer to a manager' }).click()
    await expect(page.getByText('Undefined index in /srv/status.php')).toBeVisible()
    await picture(till, 'live-unread-answer')
  })
})

async function payBoth(till: Till, service: PracticeService): Promise<void> {
  const { page } = till
  service.control.setApproval(100_000)
  await sellCard(page, { phone: phones.ordinary, amount: '15000' })
  await expectState(page, 'Waiting for customer')
  await sellMobile(page, { phone: phones.ordinary, amount: '15000' })
  await expectState(page, 'Waiting for customer')
  const [card, mobile] = service.control.payments()
  service.control.decide(mobile?.reference ?? '', 'completed')
  await expectState(page, 'Paid')
  service.control.decide(card?.reference ?? '', 'completed')
  await railPayments(page).first().getByRole('button').click()
  await checkUntil(page, 'Paid late')
  await page.getByRole('button', { name: 'View the other payment' }).click()
  await expectState(page, 'Paid')
  await railPayments(page).filter({ hasText: 'Juma' }).getByRole('button').click()
  await expect(paymentState(page)).toContainText('Paid late')
  await picture(till, 'live-two-payments')
}

/** The service's clock goes on until the prompt of the payment on the screen has probably closed. */
async function promptGoes(page: Page, service: PracticeService, minutes: number): Promise<void> {
  passTime(service, minutes)
  await pressPayButton(page, 'Check now')
  await checkAgain(page)
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()
}
