import { expect, type Locator, type Page } from '@playwright/test'
import en from '../../../resources/languages/en.json' with { type: 'json' }
import { customerFieldsInForm } from '../../../shared/payment/customer-fields'
import { allDetails } from '../conformance/contract'

/** What the cashier types for a mobile-money payment. */
export interface MobilePayment {
  phone: string
  /** The same number as typed; otherwise with its country code. */
  typed?: string
  amount?: string
  firstName?: string
  lastName?: string
}

/** What the cashier types for a card payment, as far as a test cares. */
export interface CardPayment {
  phone?: string
  amount?: string
}

/** Numbers that choose what happens at the practice service; any other number approves. */
export const phones = {
  approves: '255700000001',
  declines: '255700000002',
  neverAnswers: '255700000005',
  contradicts: '255700000008',
  unknownWord: '255700000010',
  wrongAmount: '255700000011',
  noStatus: '255700000014',
  noCheckout: '255700000017',
  providerDisagrees: '255700000018',
  answerLost: '255700000021',
  captivePortal: '255700000025',
  answerSlow: '255700000029',
  repeatRefused: '255700000030',
  refused: '255700000040',
  flatPaid: '255700000050',
  flatFailed: '255700000051',
  fourHours: '255700000060',
  oddCreate: '255700000070',
  checkoutNotSafe: '255700000073',
  /** A card with this number waits for its checkout page. */
  ordinary: '255754001212',
} as const

/** Goes to Charge, fills it in for a phone, and leaves it unsent. */
export async function fillMobile(page: Page, payment: MobilePayment): Promise<void> {
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await page.getByRole('radio', { name: 'Mobile money' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill(payment.amount ?? '15000')
  await page
    .getByRole('textbox', { name: 'Phone number' })
    .fill(payment.typed ?? `+${payment.phone}`)
  await page.getByRole('textbox', { name: 'First name' }).fill(payment.firstName ?? 'Asha')
  await page.getByRole('textbox', { name: 'Last name' }).fill(payment.lastName ?? 'Mushi')
}

/** The button that takes the payment. */
export function chargeButton(page: Page): Locator {
  return page.getByRole('button', { name: /^(Request payment|Show card QR)/ })
}

/** Takes a mobile-money payment as far as its Live screen. */
export async function sellMobile(page: Page, payment: MobilePayment): Promise<void> {
  await fillMobile(page, payment)
  await chargeButton(page).click()
  // A till reads large amounts back before it sends them.
  if (Number(payment.amount) >= 1_000_000)
    await page.getByRole('button', { name: 'Yes, send it' }).click()
  await paymentState(page).waitFor()
}

const cardHolder = {
  ...allDetails,
  firstName: 'Juma',
  lastName: 'Kessy',
  email: 'juma@example.com',
  country: 'Tanzania',
  city: 'Arusha',
  address: 'Sokoine Road 4',
}

/** Goes to Charge, fills it in for a card, and leaves it unsent. */
export async function fillCard(page: Page, payment: CardPayment = {}): Promise<void> {
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await page.getByRole('radio', { name: 'Card' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill(payment.amount ?? '42500')
  const phone = `+${payment.phone ?? phones.ordinary}`
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
  for (const name of customerFieldsInForm)
    await page.getByRole('textbox', { name: en.field[name] }).fill(cardHolder[name])
}

/** Takes a card payment as far as its Live screen. */
export async function sellCard(page: Page, payment: CardPayment = {}): Promise<void> {
  await fillCard(page, payment)
  await chargeButton(page).click()
  await paymentState(page).waitFor()
}

/** The region that says the state of the payment. */
export function paymentState(page: Page): Locator {
  return page.getByRole('status', { name: 'Payment state' })
}

/** The payments in the rail, newest first. */
export function railPayments(page: Page): Locator {
  return page.getByRole('list', { name: 'Recent payments' }).getByRole('listitem')
}

/** Opens a payment from the rail by a text of it, such as its amount. */
export async function openFromRail(page: Page, text: string): Promise<void> {
  // Settings folds the rail away.
  const unfold = page.getByRole('button', { name: 'Show recent' })
  if (await unfold.isVisible()) await unfold.click()
  await railPayments(page).filter({ hasText: text }).getByRole('button').click()
}

/** A button of the payment on the screen. What is seldom pressed is behind *More*: that is opened first. */
async function payButton(page: Page, name: string): Promise<Locator> {
  const button = page.getByRole('main').getByRole('button', { name, exact: true })
  const more = page.getByRole('button', { name: 'More', exact: true, expanded: false })
  // An answer that arrives between two looks moves a button from one place to the other. A window behind another draws
  // so seldom that a press takes seconds.
  await expect(async () => {
    if (!(await button.isVisible())) await more.click({ timeout: 10_000 })
    await expect(button).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 40_000 })
  return button
}

/** Presses a button of the payment on the screen, also under More. */
export async function pressPayButton(page: Page, name: string): Promise<void> {
  await (await payButton(page, name)).click()
}
