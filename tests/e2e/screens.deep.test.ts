import type { PracticeService } from '../support/practice/start'
import {
  choosePractice,
  createPassphrase,
  expectItWorks,
  fillConnection,
  saveAndTest,
  unlock,
} from '../support/window/connection'
import { sealsWithPassphrase } from '../support/window/electron-switches'
import { expectState, payLate, sellUnanswered } from '../support/window/expectations'
import {
  fillCard,
  fillMobile,
  openFromRail,
  phones,
  sellCard,
  sellMobile,
} from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/*
 * Pictures of the states that matter, for people to look at; and what a machine can judge of them:
 * that nothing has to be scrolled sideways, and what axe-core knows of accessibility.
 */

async function sellTo(till: Till, phone: string, amount: string): Promise<void> {
  await sellMobile(till.page, { phone, amount })
}

test('charging, payments that ended, and their lists', async ({ till, service }) => {
  // Nine pictures in six looks each.
  test.slow()
  await test.step('charging', () => showCharge(till))
  // The next customer: nothing that was typed stays.
  await till.page.keyboard.press('F6')
  await test.step('payments that ended, and their lists', () => showEnds(till, service))
})

async function showCharge(till: Till): Promise<void> {
  await picture(till, 'charge-empty')
  await fillMobile(till.page, { phone: phones.ordinary })
  await checkScreen(till, 'charge-mobile')
  await fillCard(till.page)
  await picture(till, 'charge-card')
  await till.page.getByRole('textbox', { name: 'Email' }).fill('juma@')
  await till.page.getByRole('textbox', { name: 'Country' }).fill('')
  await till.page.getByRole('button', { name: 'Show card QR' }).click()
  await checkScreen(till, 'charge-card-problems')
}

test('payments that wait', async ({ till, service }) => {
  service.control.setApproval(3_000)
  service.control.setSession({ mobile: 3_600, card: 3_600 })
  await sellTo(till, phones.ordinary, '15000')
  await expectState(till.page, 'Waiting for customer')
  await checkScreen(till, 'live-waiting')
  await sellCard(till.page)
  await till.page.getByRole('img', { name: 'Card checkout QR code' }).waitFor()
  await checkScreen(till, 'live-card')
  await holdAnswers(service, till)
})

async function holdAnswers(service: PracticeService, till: Till): Promise<void> {
  service.control.pause()
  await fillMobile(till.page, { phone: phones.approves, amount: '18000' })
  await till.page.getByRole('button', { name: 'Request payment' }).click()
  await expectState(till.page, 'Sending')
  await checkScreen(till, 'live-sending')
  service.control.reset()
}

async function showEnds(till: Till, service: PracticeService): Promise<void> {
  const ends = [
    [phones.approves, '15000', 'Paid', 'paid'],
    [phones.declines, '22000', 'Failed', 'failed'],
    [phones.refused, '31000', 'Refused', 'refused'],
    [phones.unknownWord, '120000', 'Check with manager', 'unknown-word'],
    [phones.wrongAmount, '64000', 'Check with manager', 'wrong-amount'],
  ] as const
  for (const [phone, amount, word] of ends) {
    await sellTo(till, phone, amount)
    await expectState(till.page, word)
  }
  await sellUnanswered(till.page, service, { amount: '9500' })
  await picture(till, 'live-expired')
  for (const [, amount, word, name] of ends) {
    await openFromRail(till.page, Number(amount).toLocaleString('en-US'))
    await expectState(till.page, word)
    await picture(till, `live-${name}`)
  }
  await payLate(till.page, service, 9_500)
  await checkScreen(till, 'live-paid-late')
  await till.page.getByRole('button', { name: 'Payments' }).click()
  await picture(till, 'payments')
  await till.page.getByRole('row').filter({ hasText: '15,000' }).getByRole('button').click()
  await checkScreen(till, 'payment-history')
}

test('no service, no answer, no keys', async ({ till, service }) => {
  const lost = { when: 'after', effect: { kind: 'drop' } } as const
  service.control.rule({ bodyIncludes: phones.approves }, lost, 1_000)
  await sellTo(till, phones.approves, '15000')
  await expectState(till.page, 'Outcome unknown')
  await checkScreen(till, 'live-unknown')
  service.control.revokeKeys()
  await sellTo(till, phones.ordinary, '16000')
  await expect(till.page.getByRole('banner')).toContainText('keys rejected', {
    // The lost answers closed the gate: the next probe may take its time.
    timeout: 20_000,
  })
  await picture(till, 'live-keys-rejected')
})

test('first run, locked, asked, and out of practice', async ({ launch, service }) => {
  const practising = await launch()
  await practising.page.getByRole('button', { name: 'Practice mode' }).waitFor()
  await checkScreen(practising, 'first-run')
  await practising.page.getByRole('button', { name: 'Connect to the service' }).click()
  await checkScreen(practising, 'first-run-connect')
  await practising.page.reload()
  await choosePractice(practising.page)
  await practising.page.getByRole('button', { name: 'Settings' }).click()
  await fillConnection(practising.page, { ...service, apiSecret: 'not-this-secret' })
  await saveAndTest(practising.page)
  if (sealsWithPassphrase) {
    await practising.page.getByRole('alertdialog').waitFor()
    await checkScreen(practising, 'passphrase')
    await createPassphrase(practising.page)
  }
  await expect(practising.page.getByRole('alert')).toContainText('The keys were rejected')
  await checkScreen(practising, 'settings-keys-rejected')
  await fillConnection(practising.page, service)
  await saveAndTest(practising.page)
  await expectItWorks(practising.page)
  await practising.close()
  if (!sealsWithPassphrase) return

  const locked = await launch()
  await unlock(locked.page, 'wrong horse battery')
  await locked.page.getByRole('alert').waitFor()
  await checkScreen(locked, 'locked')
})
