import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { defaultCharging } from '../../shared/settings/charging'
import { sumsOfDayFile } from '../support/day-file'
import type { PracticeService } from '../support/practice/start'
import { calls } from '../support/window/bridge'
import { askUntil, expectState, sellUnanswered } from '../support/window/expectations'
import { installPrinter, printedBy } from '../support/window/outputs'
import {
  chargeButton,
  fillMobile,
  openFromRail,
  paymentState,
  pressPayButton,
  sellCard,
  sellMobile,
} from '../support/window/payment'
import { picture } from '../support/window/pictures'
import { addPeople, people, signIn } from '../support/window/staff'
import { expect, quickService, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/*
 * A day of twelve sales, in TZS. Every figure is worked out here, by hand:
 *
 *                                                     confirmed      cash   given back in cash   other
 * Rehema
 *  1  mobile, handed over                                11,000
 *  2  paid twice: the first push after it failed         24,000                     12,000
 *  3  cash, 10,000 received                                         7,500
 *  4  4,000 by phone first, the rest in cash              4,000     9,000
 *  5  cash, undone                                                                                 3,000 no money
 *  6  paid after its time was over, handed over          14,000
 *                                                        53,000    16,500           12,000
 * Juma
 *  7  Rehema asked a phone: cash instead                           15,000
 *  8  4,500 in cash first; one thing comes back          11,500     4,500            2,500
 *  9  card                                               17,000
 * 10  18,500 less a discount of 500                      18,000                                      500 discount
 * 11  all of it comes back                               19,000                                   19,000 through the service
 * 12  expired                                                                                      6,000 unknown
 *                                                       118,500    36,000           14,500
 * drawer: float 20,000 + 36,000 − 14,500 + 5,000 paid in − 3,000 paid out = 43,500; counted 43,000: 500 less
 */
const whole = [
  'Confirmed TZS 118,500 9 payments',
  'Paid in cash TZS 36,000 · 4 payments',
  'Unknown TZS 6,000 1 payment',
  'Float 20,000 Cash taken 36,000 Paid in 5,000 Given back in cash −14,500 Paid out −3,000 Expected 43,500',
  'Given back TZS Through the service 19,000 1 payment In cash 14,500 2 payments',
  'Paid late 2 · TZS 26,000',
  'Card 17,000 1 payment – – Cash – 21,000 3 payments – Mobile money 101,500 8 payments 15,000 1 payment 6,000 1 payment',
  'Juma 65,500 4 payments 19,500 2 payments 6,000 1 payment',
  'Rehema 53,000 5 payments 16,500 2 payments –',
  'Discounts −500',
]
const ofRehema = [
  'Confirmed TZS 53,000 5 payments',
  'Paid in cash TZS 16,500 · 2 payments',
  'Float 20,000 Cash taken 16,500 Paid in 5,000 Given back in cash −12,000 Expected 29,500',
  'Given back TZS In cash 12,000 1 payment',
]
const inFile = {
  ...{ confirmed: 118_500, cash: 36_000, unknown: 6_000, none: 3_000, discounts: 500 },
  ...{ 'refund in cash': 14_500, 'refund in service': 19_000 },
  ...{ float: 20_000, 'pay-in': 5_000, 'pay-out': 3_000 },
}

const { neema, juma, rehema } = people

const main = (page: Page): Locator => page.getByRole('main')
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const press = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name, exact: true }).click()
const openDay = (page: Page) => page.getByRole('button', { name: 'Day', exact: true }).click()

/** A phone for each sale: none is in use when the next one is asked. */
const phone = (sale: number) => `2557540014${String(sale).padStart(2, '0')}`

test('a day of twelve sales, pressed at the screens, is on each of them as worked out by hand', async ({
  till,
  service,
}) => {
  test.slow()
  const { page } = till
  await installPrinter(till, 'prints')
  const charging = { ...defaultCharging, discountLimit: 5 }
  await calls(page, 'kaunta:settings.save', [{ section: 'charging', value: charging }])
  await addPeople(page, neema, juma, rehema)
  await page.getByRole('button', { name: 'Lock or switch' }).click()
  await signIn(page, rehema)
  await openDay(page)
  await moveInDrawer(page, 'Float', '20000')

  await test.step('1 to 6, which Rehema takes', () => sellAsRehema(till, service))
  await test.step('her shift', async () => {
    await openDay(page)
    await moveInDrawer(page, 'Pay in', '5000', 'change from the bank')
    await openShift(page)
    await expectIn(page.getByRole('article'), ofRehema)
    await picture(till, 'twelve-sales-shift')
  })
  await test.step('7 to 12, which Juma takes', () => sellAsJuma(till, service))

  await test.step('Day, and the shift of everyone', async () => {
    await openDay(page)
    await moveInDrawer(page, 'Pay out', '3000', 'bread for the staff')
    await expectIn(main(page), whole)
    await picture(till, 'twelve-sales-day')
    await openShift(page)
    await expectIn(page.getByRole('article'), whole)
  })
  await test.step('the closing', async () => {
    await openDay(page)
    await press(page, 'Close the day…')
    // The seventh's request on the phone has ended by then, and asks nothing.
    const open = main(page).getByRole('list', { name: 'Still open' }).getByRole('listitem')
    await expect(open).toHaveCount(1)
    await press(page, 'Leave open… TZS 6,000')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Customers ring tomorrow')
    await dialog.getByRole('button', { name: 'Leave it open' }).click()
    await field(page, 'Counted cash (TZS)').fill('43000')
    await expect(page.getByText('TZS 500 less than expected')).toBeVisible()
    await picture(till, 'twelve-sales-closing')
    await press(page, 'Close the day')
    await dialog.getByRole('button', { name: 'Close now' }).click()
    await expect(page.getByText('The day is closed')).toBeVisible()
    const counted = 'TZS 20,000 43,500 43,000 −500'
    await expectIn(page.getByRole('article'), [...whole, counted])
    await picture(till, 'twelve-sales-closed')
  })
  await test.step('its file', async () => {
    await press(page, 'Save spreadsheet')
    const said = page.getByText(/^Saved: /)
    await expect(said).toBeVisible({ timeout: 30_000 })
    const file = ((await said.textContent()) ?? '').replace('Saved: ', '')
    expect(sumsOfDayFile(await readFile(file, 'utf8'))).toEqual(inFile)
  })
})

async function sellAsRehema(till: Till, service: PracticeService): Promise<void> {
  const { page } = till
  await test.step('1', async () => {
    await sellMobile(page, { phone: phone(1), amount: '11000' })
    await expectState(page, 'Paid')
    await handOver(page)
  })
  await test.step('2: paid twice', async () => {
    service.control.setApproval(10_000)
    await sellMobile(page, { phone: phone(2), amount: '12000' })
    await expectState(page, 'Waiting for customer')
    answer(service, 12_000, 'failed')
    await expectState(page, 'Failed')
    await pressPayButton(page, 'Charge again')
    await chargeButton(page).click()
    await expectState(page, 'Waiting for customer')
    answer(service, 12_000, 'completed', 'second')
    await expectState(page, 'Paid')
    answer(service, 12_000, 'completed')
    await page.getByRole('button', { name: 'Payments', exact: true }).click()
    await page.getByRole('radio', { name: /^Needs attention/ }).click()
    await askUntil(page.getByRole('alert').filter({ hasText: 'Too much' }), () =>
      press(page, 'Check all'),
    )
    await picture(till, 'twelve-sales-too-much')
    await page.getByRole('alert').getByRole('button', { name: 'View payment' }).click()
    await expect(paymentState(page)).toContainText('Too much')
    await giveBack(page, 'In cash', '12000', 'paid twice', async () => {
      const approval = page.getByRole('alertdialog', { name: 'Manager approval needed' })
      await approval.getByRole('radio', { name: juma.name }).click()
      await approval.getByLabel('Juma, your PIN').fill(juma.pin)
      await page.keyboard.press('Enter')
    })
    await expect(main(page).getByText('Given back in cash: 12,000', { exact: true })).toBeVisible()
    await picture(till, 'twelve-sales-given-back')
    service.control.setApproval(quickService.approvalSeconds)
  })
  await test.step('3: cash', async () => {
    await fillCash(page, '7500')
    await press(page, '10,000')
    await takeCash(page)
  })
  await test.step('4: a part by phone first', async () => {
    await fillMobile(page, { phone: phone(4), amount: '13000' })
    await field(page, 'Part payment').fill('4000')
    await chargeButton(page).click()
    await expectState(page, 'Part paid')
    await press(page, 'Take the rest')
    await expect(field(page, 'Amount')).toHaveValue('9,000')
    await takeCash(page)
  })
  await test.step('5: undone; its receipt has a number, and the copy says VOID', async () => {
    await fillCash(page, '3000')
    await takeCash(page)
    expect(await printReceipt(till)).toContain('TZS 3,000 PAID IN CASH Receipt no. 1 ')
    await press(page, 'Undo')
    await expectState(page, 'Undone')
    expect(await printReceipt(till)).toMatch(/COPY 2 .* VOID Receipt no. 1 Whole sum 3,000 /)
  })
  await test.step('6: paid late', async () => {
    await sellUnanswered(page, service, { amount: '14000', phone: phone(6) })
    answer(service, 14_000, 'completed')
    await askUntil(paymentState(page).filter({ hasText: 'Paid late' }), () =>
      pressPayButton(page, 'Check now'),
    )
    await handOver(page)
  })
}

async function sellAsJuma(till: Till, service: PracticeService): Promise<void> {
  const { page } = till
  await test.step('7: Rehema asks a phone, and Juma takes cash instead', async () => {
    service.control.setApproval(10_000)
    await sellMobile(page, { phone: phone(7), amount: '15000' })
    await expectState(page, 'Waiting for customer')
    service.control.setApproval(quickService.approvalSeconds)
    await page.getByRole('button', { name: 'Lock or switch' }).click()
    await signIn(page, juma)
    await openFromRail(page, '15,000')
    await pressPayButton(page, 'Take cash instead')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Record cash' }).click()
    await expectState(page, 'Paid in cash')
  })
  await test.step('8: a part in cash first, and one thing comes back', async () => {
    await fillCash(page, '16000')
    await field(page, 'Received').fill('4500')
    await press(page, /^Part in cash/)
    await expect(main(page).getByText('The rest of TZS 16,000')).toBeVisible()
    await field(page, 'Phone number').fill(`+${phone(8)}`)
    await field(page, 'First name').fill('Asha')
    await field(page, 'Last name').fill('Mushi')
    await chargeButton(page).click()
    await expectState(page, 'Paid')
    await handOver(page)
    await openFromRail(page, '16,000')
    await giveBack(page, 'In cash', '2500', 'one is torn')
    await expectState(page, 'Paid')
    const paper = await printReceipt(till)
    expect(paper).toContain('TZS 16,000 PAID REFUNDED 2,500 IN CASH: ')
    expect(paper).toContain('Cash 4,500 Mobile money 11,500 Received 4,500 Change 0 ')
  })
  await test.step('9: card', async () => {
    await sellCard(page, { amount: '17000' })
    await expectState(page, 'Waiting for customer')
    answer(service, 17_000, 'completed')
    await expectState(page, 'Paid')
  })
  await test.step('10: a discount', async () => {
    await sellMobile(page, { phone: phone(10), amount: '18500-500' })
    await expectState(page, 'Paid')
    const paper = await printReceipt(till)
    expect(paper).toContain('Other 18,500 Discount −500 TZS 18,000 PAID Receipt no. 3 ')
  })
  await test.step('11: all of it comes back', async () => {
    await sellMobile(page, { phone: phone(11), amount: '19000' })
    await expectState(page, 'Paid')
    await giveBack(page, 'Through the service', '19000', 'too small')
    await expectState(page, 'Given back')
    expect(await printReceipt(till)).toMatch(/ REFUNDED 19,000 THROUGH THE SERVICE: .* 19,000 /)
  })
  await test.step('12: expired', () =>
    sellUnanswered(page, service, { amount: '6000', phone: phone(12) }, 20))
}

/** The customer of a payment of so much answers the service; the till has yet to ask. */
function answer(
  { control }: PracticeService,
  value: number,
  word: 'completed' | 'failed',
  which: 'first' | 'second' = 'first',
): void {
  const asked = control.payments().filter(({ amount }) => amount.value === value)
  control.decide(asked[which === 'first' ? 0 : 1]?.reference ?? '', word)
}

async function fillCash(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await page.getByRole('radio', { name: 'Cash' }).click()
  await field(page, 'Amount').fill(amount)
}

async function takeCash(page: Page): Promise<void> {
  await press(page, /^Cash taken/)
  await expect(paymentState(page)).toContainText('Cash, taken by Rehema')
}

async function handOver(page: Page): Promise<void> {
  await press(page, 'Hand over goods')
  await expect(chargeButton(page), 'the next sale').toBeVisible()
}

async function giveBack(
  page: Page,
  how: string,
  amount: string,
  reason: string,
  approve = async () => {},
): Promise<void> {
  await pressPayButton(page, 'Give back')
  const dialog = page.getByRole('alertdialog', { name: 'Give money back' })
  await dialog.getByRole('radio', { name: how }).click()
  await dialog.getByRole('textbox', { name: 'Amount (TZS)' }).fill(amount)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog.getByRole('button', { name: /^Record/ }).click()
  await approve()
  await expect(dialog).toBeHidden()
}

/** *Float*, *Pay in* or *Pay out* on Day. */
async function moveInDrawer(page: Page, name: string, amount: string, reason = ''): Promise<void> {
  const drawer = main(page).getByRole('region', { name: 'Cash in the drawer' })
  await drawer.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name, exact: true })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
  if (reason) await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(dialog).toBeHidden()
}

/** The shift of this period's whole time. */
async function openShift(page: Page): Promise<void> {
  await press(page, 'Shift report')
  await page.getByRole('radio', { name: 'Since last cash-up' }).click()
}

/** What the receipt says that is printed now, on one line. */
async function printReceipt(till: Till): Promise<string> {
  const before = (await printedBy(till)).length
  await press(till.page, /^Print( receipt| copy)?$/)
  await expect.poll(async () => (await printedBy(till)).length).toBe(before + 1)
  return ((await printedBy(till)).at(-1)?.text ?? '').replace(/\s+/g, ' ')
}

/** Waits until all of it can be read there. */
async function expectIn(shown: Locator, texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect(shown).toContainText(text, { useInnerText: true })
}
