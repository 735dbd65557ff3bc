import { expectOnePayment, expectState } from './support/expectations'
import { phones, sellCard, sellMobile } from './support/sale'
import { expect, test } from './support/test'

test.describe.configure({ mode: 'parallel' })

test('every payment is on the list, found by what is known of it, with its whole story', async ({
  till: { page },
  service,
}) => {
  await sellMobile(page, { phone: phones.approves, amount: '15000', firstName: 'Asha' })
  await expectState(page, 'Paid')
  const paid = expectOnePayment(service, 1)
  await sellMobile(page, { phone: phones.declines, amount: '22000', firstName: 'Neema' })
  await expectState(page, 'Failed')
  await sellCard(page, { amount: '42500' })
  await expectState(page, 'Waiting for customer')

  await page.getByRole('button', { name: 'Payments' }).click()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1), 'newest first').toContainText('Juma Kessy')

  const search = page.getByRole('searchbox', { name: 'Search payments' })
  const known = [
    ['Neema', '22,000'],
    ['42,500', 'Juma Kessy'],
    [paid.reference, 'Asha'],
    ['000 001', 'Asha'],
  ] as const
  for (const [text, found] of known) {
    await search.fill(text)
    await expect(rows, `found by ${text}`).toHaveCount(2)
    await expect(rows.nth(1)).toContainText(found)
  }
  await search.fill('nobody of this name')
  await expect(page.getByText('No payment matches')).toBeVisible()

  await search.fill('Asha')
  await rows.nth(1).getByRole('button').click()
  const story = page.getByRole('main')
  await expect(story).toContainText('Accepted by the service')
  await expect(story).toContainText('The service confirmed: paid')
  await expect(story).toContainText(paid.reference)
  await expect(story).toContainText(paid.idempotencyKey)
  await page.getByRole('button', { name: 'Open payment' }).click()
  await expectState(page, 'Paid')
})
