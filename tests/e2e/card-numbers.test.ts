import type { Page } from '@playwright/test'
import { expectState } from '../support/window/expectations'
import { fillMobile, phones } from '../support/window/payment'
import { searchFolder } from '../support/window/secret-search'
import { expect, test } from '../support/window/test'

/** Published for tests: they belong to no account. */
const card = '4111 1111 1111 1111'
const refusal = 'This looks like a card number'

async function expectRefused(page: Page): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: refusal })
  await expect(alert).toContainText('Nothing was recorded, sent or charged')
  await expect(alert).toContainText('checkout page')
  await expect(alert).not.toContainText('1111')
}

test('a card number typed with a payment is neither kept nor sent, and nothing else is lost', async ({
  till,
  service,
  dataFolder,
}) => {
  const { page } = till
  await fillMobile(page, { phone: phones.approves, firstName: 'Neema', lastName: `Kessy ${card}` })
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('two shirts')
  await page.getByRole('button', { name: 'Request payment' }).click()
  await expectRefused(page)

  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Neema')
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue(`Kessy ${card}`)
  await expect(note).toHaveValue('two shirts')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Kessy')
  await note.fill(`his card is ${card.replaceAll(' ', '-')}`)
  await page.getByRole('button', { name: 'Request payment' }).click()
  await expectRefused(page)
  expect(service.control.payments()).toEqual([])

  await note.fill('his card ends in 1111')
  await page.getByRole('button', { name: 'Request payment' }).click()
  await expectState(page, 'Paid')
  expect(service.control.payments()).toHaveLength(1)

  await page.getByRole('button', { name: 'Payments' }).click()
  await page.getByRole('searchbox', { name: 'Search payments' }).fill(card)
  await expectRefused(page)
  await till.close()
  for (const form of [card, card.replaceAll(' ', ''), card.replaceAll(' ', '-')])
    expect(await searchFolder(dataFolder, form)).toEqual([])
  expect(JSON.stringify(service.control.requests())).not.toContain('1111 1111')
})
