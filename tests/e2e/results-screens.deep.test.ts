import { passTimeInWindow } from '../support/window/bridge'
import { expectState } from '../support/window/expectations'
import { fillMobile, openFromRail, phones, sellCard, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'

// Pictures of how results and waiting look, for people; axe and the fold for machines.
test('what to say, and results next to the next sale', async ({ till, service }) => {
  test.slow()
  const { page } = till
  service.control.setApproval(3_000)
  service.control.setSession({ mobile: 3_600, card: 3_600 })
  // Two customers wait at once: what is said to each changes with their own time.
  await sellMobile(page, { phone: phones.ordinary, amount: '15000' })
  await expectState(page, 'Waiting for customer')
  await sellCard(page)
  await expectState(page, 'Waiting for customer')
  await picture(till, 'live-card-say')
  await openFromRail(page, '15,000')
  await passTimeInWindow(till, 20)
  await expect(page.getByRole('note')).toContainText('Has the message come')
  await picture(till, 'live-waiting-long')
  await page.getByRole('button', { name: 'Take cash instead' }).click()
  await checkScreen(till, 'cash-dialog')
  await page.getByRole('button', { name: 'Record cash' }).click()
  await picture(till, 'live-cash-taken')
  await openFromRail(page, '42,500')
  await passTimeInWindow(till, 15)
  await expect(page.getByRole('note')).toContainText('payment page opened')
  await picture(till, 'live-card-say-long')
  service.control.setApproval(0.5)
  await sellMobile(page, { phone: phones.declines, amount: '23000' })
  await sellMobile(page, { phone: phones.approves, amount: '11000' })
  await expectState(page, 'Paid')
  await picture(till, 'live-paid')
  await fillMobile(page, { phone: phones.ordinary, amount: '12000' })
  await expect(page.getByRole('status', { name: 'New results' })).toContainText('Failed: TZS', {
    timeout: 20_000,
  })
  await checkScreen(till, 'charge-results')
  await page.getByRole('button', { name: 'Dismiss all' }).click()
  await picture(till, 'charge-results-dismissed')
  await openSettings(page, 'Sounds')
  await picture(till, 'settings-sounds')
})
