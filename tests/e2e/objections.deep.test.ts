import type { Page } from '@playwright/test'
import { calls } from '../support/window/bridge'
import { expectState } from '../support/window/expectations'
import { paymentState, sellMobile } from '../support/window/payment'
import { picture, resize } from '../support/window/pictures'
import { openAdvanced, openSettings } from '../support/window/staff'
import { expect, quickService, test } from '../support/window/test'

/* Answers whose word says paid and whose other fields do not: the best-known mistake of this field (money rule 5). */

const main = (page: Page) => page.getByRole('main')

type Body = (payment: { reference: string; amount: unknown }) => object

const envelope = (data: object) => ({ status: 'success', code: 200, data })

/** Each made the window green once, with "Thank you, your payment has arrived". */
const falselyGreen: [string, RegExp, Body][] = [
  [
    'flat, success, and a code of the customer’s cancelling',
    /^Check with manager/,
    ({ reference }) => ({
      ...{ status: 'success', reference, amount: '15000', currency: 'TZS' },
      ...{ ResultCode: '1032', ResultDesc: 'Request cancelled by user' },
    }),
  ],
  [
    'the same in the payment of an envelope',
    /^Check with manager/,
    ({ reference, amount }) =>
      envelope({ reference, status: 'success', amount, result_code: '1032' }),
  ],
  [
    'a code and a reason of a failure',
    /^Check with manager/,
    ({ reference, amount }) =>
      envelope({
        ...{ reference, status: 'COMPLETED', amount },
        ...{ failed_code: '1', failed_reason: 'The balance is insufficient' },
      }),
  ],
  [
    'a failed description',
    /^Check with manager/,
    ({ reference }) => envelope({ reference, status: 'COMPLETED', status_description: 'FAILED' }),
  ],
  [
    'success of two calls, and of no payment',
    /^Waiting for customer/,
    ({ reference }) =>
      envelope({
        ...{ status: 'success', code: 200, message: 'Request received', reference },
        amount: 15_000,
      }),
  ],
]

test('a paid word with a field against it is not green, and a manager says what the field means', async ({
  till,
  service,
}) => {
  test.slow()
  const { page } = till
  const answerAll = (body: Body) => {
    const payment = service.control.payments().at(-1)
    if (!payment) throw new Error('There is no payment')
    const { reference, amount } = payment
    const effect = {
      ...{ kind: 'answer' as const, status: 200 },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body({ reference, amount })),
    }
    service.control.rule({ operation: 'mobile-status' }, { when: 'before', effect }, 1_000)
  }
  await resize(till, { width: 1024, height: 640 })

  for (const [at, [name, state, body]] of falselyGreen.entries())
    await test.step(name, async () => {
      service.control.reset()
      service.control.setApproval(1_000)
      await sellMobile(page, { phone: `25575400030${at}` })
      await expectState(page, 'Waiting for customer')
      service.control.setApproval(quickService.approvalSeconds)
      answerAll(body)
      const asked = service.control.requests().length
      await main(page).getByRole('button', { name: 'Check now' }).click()
      await expect.poll(() => service.control.requests().length).toBeGreaterThan(asked)
      await expect(paymentState(page)).toHaveText(state)
    })

  service.control.reset()
  service.control.setApproval(1_000)
  await sellMobile(page, { phone: '255754000310', amount: '16000' })
  await expectState(page, 'Waiting for customer')
  answerAll(({ reference, amount }) =>
    envelope({ reference, status: 'COMPLETED', amount, settlement_status: 'HELD' }),
  )
  await expectState(page, 'Check with manager')
  await test.step('the four answers are in sight in both languages', async () => {
    for (const language of ['sw', 'en'] as const) {
      await calls(page, 'kaunta:settings.saveDisplay', [
        { language, theme: 'light', textSize: '100' },
      ])
      const answers = main(page).getByRole('button', {
        name: language === 'en' ? /^It means: / : /^Maana: /,
      })
      await expect(answers).toHaveCount(4)
      for (const answer of await answers.all()) await expect(answer).toBeInViewport({ ratio: 1 })
      await picture(till, `objection-${language}`)
    }
  })
  await test.step('a manager says that it says nothing: the payment is read again, and green', async () => {
    await main(page).getByRole('button', { name: 'It means: not relevant' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Not relevant' }).click()
    await expectState(page, 'Paid')
  })
  await test.step('an owner confirms it: the next payment asks no one', async () => {
    await calls(page, 'kaunta:rulings.confirm', [
      { name: 'settlement_status', value: 'HELD', ofAnyValue: false },
    ])
    service.control.reset()
    service.control.setApproval(1_000)
    await sellMobile(page, { phone: '255754000311', amount: '17000' })
    await expectState(page, 'Waiting for customer')
    answerAll(({ reference, amount }) =>
      envelope({ reference, status: 'COMPLETED', amount, settlement_status: 'HELD' }),
    )
    await expectState(page, 'Paid')
  })
  await test.step('the list says what it made green, and takes it back', async () => {
    await openSettings(page, 'Connection')
    await openAdvanced(page)
    const list = main(page).getByText('settlement_status: HELD')
    await list.scrollIntoViewIfNeeded()
    await expect(main(page).getByText('2 payments are paid because of it')).toBeVisible()
    await picture(till, 'rulings-list')
    await main(page).getByRole('button', { name: 'Take back' }).click()
    await expect(list).toBeHidden()
  })
})
