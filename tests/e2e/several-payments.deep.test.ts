import { calls } from '../support/window/bridge'
import { createRequests, expectOnePayment, expectState } from '../support/window/expectations'
import {
  fillCard,
  fillMobile,
  openFromRail,
  paymentState,
  phones,
  pressPayButton,
  railPayments,
  sellMobile,
} from '../support/window/payment'
import { expect, test } from '../support/window/test'

test('several payments are as many as were asked for', async ({ till: { page }, service }) => {
  test.slow()
  await test.step('pressed twice in any way, it is one payment', async () => {
    /** The books are emptied behind a payment that has ended. */
    const finish = async () => {
      // Without a press: a read of the till's own may take the button away first.
      service.control.decide(expectOnePayment(service).reference, 'completed')
      await expectState(page, 'Paid')
      service.control.reset()
    }
    // Cards: for a phone a second payment would be refused anyway, and the test could not fail.
    await test.step('two presses with one draft are one payment in main, whatever the window does', async () => {
      const draft = {
        channel: 'card',
        draftId: crypto.randomUUID(),
        value: 42_500,
        phone: `+${phones.ordinary}`,
        note: '',
        customer: {
          firstName: 'Juma',
          lastName: 'Kessy',
          email: 'juma@example.com',
          country: 'Tanzania',
          city: 'Arusha',
          address: 'Sokoine Road 4',
        },
      }
      const answers = await calls(page, 'kaunta:payments.request', [draft, draft, draft])
      const ids = answers.map(each => (each as { value: { id: string } }).value.id)
      expect(new Set(ids).size).toBe(1)
      await openFromRail(page, '42,500')
      await expect(paymentState(page)).toBeVisible()
      await expectState(page, 'Waiting for customer')
      expect(createRequests(service)).toHaveLength(1)
      expectOnePayment(service, 1)
    })
    await test.step('Enter pressed twice creates one payment', async () => {
      await finish()
      await fillCard(page)
      await page.getByRole('textbox', { name: 'Email' }).focus()
      await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')])
      await expectState(page, 'Waiting for customer')
      await expect(railPayments(page)).toHaveCount(2)
      expectOnePayment(service, 1)
    })
    await test.step('a double click on the button shows one code for one payment', async () => {
      await finish()
      await fillCard(page)
      await page.getByRole('button', { name: 'Show card QR' }).dblclick()
      await expectState(page, 'Waiting for customer')
      await pressPayButton(page, 'Check now')
      await expect(paymentState(page)).toBeVisible()
      expectOnePayment(service, 1)
      expect(createRequests(service)).toHaveLength(1)
    })
  })
  service.control.reset()
  await test.step('several payments at once, and one for each phone', async () => {
    await test.step('two payments open at once end each in its own way', async () => {
      service.control.setApproval(60)
      await sellMobile(page, { phone: phones.approves, amount: '11000', firstName: 'Asha' })
      await expectState(page, 'Waiting for customer')
      await sellMobile(page, { phone: phones.declines, amount: '22000', firstName: 'Juma' })
      await expectState(page, 'Waiting for customer')
      await expect(railPayments(page)).toHaveCount(5)

      // The later one is decided first: results may not be handed out in the order of the payments.
      const [asha, juma] = service.control.payments()
      service.control.decide(juma?.reference ?? '', 'failed', 'DECLINED')
      await expectState(page, 'Failed')
      await openFromRail(page, '11,000')
      await expectState(page, 'Waiting for customer')

      service.control.decide(asha?.reference ?? '', 'completed')
      await expectState(page, 'Paid')
      await openFromRail(page, '22,000')
      await expectState(page, 'Failed')
      expect(service.control.payments()).toHaveLength(2)
    })
    await test.step('a second request to the same phone is refused, and says why', async () => {
      service.control.reset()
      service.control.setApproval(60)
      await sellMobile(page, { phone: phones.approves, amount: '11000' })
      await expectState(page, 'Waiting for customer')

      await fillMobile(page, { phone: phones.approves, amount: '12000' })
      await page.getByRole('button', { name: 'Request payment' }).click()
      await expect(page.getByRole('alert')).toContainText('may still show')
      expectOnePayment(service, 1)

      await page.getByRole('button', { name: 'View payment' }).click()
      await expectState(page, 'Waiting for customer')
      await expect(page.getByRole('heading', { name: 'TZS 11,000' })).toBeVisible()

      // Once the first is final the number is free again, and what was typed is still there.
      service.control.decide(expectOnePayment(service).reference, 'failed')
      await expectState(page, 'Failed')
      await page.getByRole('button', { name: 'Charge', exact: true }).click()
      await page.getByRole('button', { name: 'Request payment' }).click()
      await expectState(page, 'Waiting for customer')
      expect(service.control.payments()).toHaveLength(2)
    })
  })
})
