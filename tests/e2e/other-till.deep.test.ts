import type { Page } from '@playwright/test'
import type { PracticeService } from '../support/practice/start'
import { recentPayments } from '../support/window/bridge'
import { expectState, statusReads } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { addPeople, openSettings, people, signIn } from '../support/window/staff'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/** A payment that another till of the account has asked for. */
async function otherTillAsks(service: PracticeService, channel: 'mobile' | 'card') {
  const { address, pathPrefix, apiKey, apiSecret } = service
  const customer = {
    firstname: 'Baraka',
    lastname: 'Ally',
    email: 'baraka@example.com',
    country: 'TZ',
    city: 'Dodoma',
    address: 'Sokoni 1',
  }
  const common = { payment_type: channel, details: { amount: 23_000, currency: 'TZS' } }
  const body =
    channel === 'mobile'
      ? { ...common, phone_number: '255754009009', customer }
      : {
          ...common,
          customer: { ...customer, phone_number: '255754009009' },
          webhook_url: 'https://shop.invalid/other-till',
        }
  const operation = channel === 'mobile' ? 'payments/create' : 'card/pay'
  const response = await fetch(`${address}/${pathPrefix}/merchant/${operation}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': apiKey,
      'x-api-secret': apiSecret,
      'x-idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  })
  const answered = (await response.json()) as { data: { reference: string } }
  return answered.data.reference
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Did it go through?' })
const said = (page: Page) => page.getByRole('region', { name: 'What the service says' })

/** As a scanner does: the text in one burst, and Enter right behind it. */
async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.press('F4')
  await expect(dialog(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text, { delay: 0 })
  await page.keyboard.press('Enter')
}

test('what is asked about a reference', async ({ till, service }) => {
  test.slow()
  const again = async () => {
    service.control.reset()
    await till.page.reload()
  }
  await test.step('a scanned one of another till is looked up at the service', () =>
    scanOthers(till, service))
  await again()
  await test.step('one of this till opens its own payment', () => scanOwn(till, service))
  await again()
  await test.step('from Payments too; without a network or keys nothing is called unknown', () =>
    searchPayments(till, service))
})

async function scanOthers(till: Till, service: PracticeService): Promise<void> {
  const { page } = till
  const paid = await otherTillAsks(service, 'mobile')
  service.control.decide(paid, 'completed')
  const waiting = await otherTillAsks(service, 'card')

  await test.step('paid: green, but no payment of this till and no hand-over', async () => {
    await scan(page, paid)
    await expect(said(page)).toContainText('Not a payment of this till')
    await expect(said(page)).toContainText('Hand over goods only at the till that took it')
    await expect(said(page)).toContainText('Paid')
    await expect(said(page)).toContainText('The service says “completed”')
    await expect(said(page)).toContainText('TZS\u00a023,000')
    await expect(said(page)).toContainText(paid)
    await expect(page.getByRole('button', { name: /hand over/i })).toHaveCount(0)
    await picture(till, 'other-till-paid')
  })

  await test.step('the field still has the keyboard: the next scan follows', async () => {
    await dialog(page).getByRole('combobox').fill('')
    await page.keyboard.type(waiting)
    await page.keyboard.press('Enter')
    await expect(said(page)).toContainText('Waiting for customer')
    await expect(said(page)).toContainText('The service says “pending”')
    await expect(said(page)).not.toContainText('Paid')
    expect(statusReads(service).at(-1)?.path).toContain('card/status')
  })

  await test.step('unknown reference', async () => {
    await dialog(page).getByRole('combobox').fill('FAKE-SMS-77')
    await expect(page.getByText('No match on this till')).toBeVisible()
    await checkScreen(till, 'other-till-offer')
    await page.getByRole('button', { name: 'Ask the payment service' }).click()
    await expect(page.getByRole('alert')).toContainText('does not know this reference')
    await expect(page.getByRole('alert')).toContainText('Hand over no goods')
    await expect(dialog(page).getByRole('combobox')).toBeFocused()
    await picture(till, 'other-till-unknown')
  })

  await test.step('nothing of it is in this till’s payments', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    expect(await recentPayments(page)).toEqual([])
    expect(service.control.payments()).toHaveLength(2)
  })
}

async function scanOwn({ page }: Till, service: PracticeService): Promise<void> {
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Paid')
  const [own] = service.control.payments()
  const before = statusReads(service).length
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await scan(page, own?.reference ?? '')
  await expectState(page, 'Paid')
  expect(statusReads(service)).toHaveLength(before)
}

async function searchPayments(till: Till, service: PracticeService): Promise<void> {
  const { page } = till
  const reference = await otherTillAsks(service, 'mobile')
  service.control.decide(reference, 'declined')
  await page.getByRole('button', { name: 'Payments' }).click()
  const search = page.getByRole('searchbox', { name: 'Search payments' })
  await search.fill(reference)
  await search.press('Enter')
  await expect(said(page)).toContainText('Failed')
  await expect(said(page)).toContainText('Not a payment of this till')
  await picture(till, 'other-till-payments')

  await test.step('no network', async () => {
    const drop = { when: 'before', effect: { kind: 'drop' } } as const
    service.control.rule({ operation: 'mobile-status' }, drop, 1)
    await search.fill('REF-0000')
    await search.press('Enter')
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('could not be reached')
    await expect(alert).toContainText('Whether this was paid is not known')
  })

  await test.step('keys that were rejected', async () => {
    service.control.revokeKeys()
    await search.fill('REF-0001')
    await search.press('Enter')
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'The till’s keys do not work.',
    )
  })
}

test('who asked is in the audit log', async ({ till, service }) => {
  const { page } = till
  // A card waits until its page is used.
  const reference = await otherTillAsks(service, 'card')
  await addPeople(page, people.neema, people.rehema)
  await page.getByRole('button', { name: 'Lock or switch' }).click()
  await signIn(page, people.rehema)
  await scan(page, reference)
  await expect(said(page)).toContainText('Waiting for customer')
  await dialog(page).getByRole('combobox').fill('0754009009')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('does not know this reference')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Lock or switch' }).click()
  await signIn(page, people.neema)
  await openSettings(page, 'Activity log')
  const rows = page.getByRole('row').filter({ hasText: 'Service asked about a reference' })
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(
    'Answer: The payment service does not know this reference.',
  )
  await expect(rows.nth(0)).not.toContainText('0754')
  await expect(rows.nth(1)).toContainText(`Rehema`)
  await expect(rows.nth(1)).toContainText(
    `Reference: ${reference} · Answer: Waiting for customer · The service’s word: pending`,
  )
})
