import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import Papa from 'papaparse'
import { defaultCharging } from '../../shared/settings/charging'
import { calls } from '../support/window/bridge'
import { expectState } from '../support/window/expectations'
import { installPrinter, printedBy } from '../support/window/outputs'
import {
  chargeButton,
  fillCard,
  fillMobile,
  openFromRail,
  paymentState,
  phones,
  pressPayButton,
} from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { expect, test } from '../support/window/test'

const items = [
  { name: 'Soda', price: 1_500, code: '5901234123457' },
  { name: 'Bread', price: 2_000, code: '' },
  { name: 'Milk', price: 3_200, code: '' },
]

const main = (page: Page): Locator => page.getByRole('main')
const press = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).click()
const item = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Items' }).getByRole('button', { name })
const field = (page: Page, name: string) => page.getByRole('textbox', { name })

async function charge(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
}

/** What the last printed paper says, on one line. */
async function lastPaper(till: Parameters<typeof printedBy>[0], before: number): Promise<string> {
  await expect.poll(async () => (await printedBy(till)).length).toBe(before + 1)
  return ((await printedBy(till)).at(-1)?.text ?? '').replace(/\s+/g, ' ')
}

/*
 * Every figure is worked out here, by hand:
 *
 * 1  mobile        2 × Soda 1,500 + Bread 2,000 + 2,500 typed   7,500  confirmed
 * 2  cash          4,000 of 5,000                               4,000  cash, change 1,000; given back
 * 3  card          Milk 3,200                                   3,200  confirmed
 * 4  in two parts  5 × Bread 2,000                             10,000  4,500 cash + 5,500 mobile
 *
 * confirmed 7,500 + 3,200 + 5,500 = 16,200 (3), cash 4,000 + 4,500 = 8,500 (2), given back in cash 4,000 (1)
 * drawer    50,000 float + 8,500 − 4,000 = 54,500; counted 54,000: 500 less
 * sold      Bread 6 × 2,000 = 12,000, Milk 3,200, Soda 2 × 1,500 = 3,000, other 2,500
 */
test('a day of items, cash, a card, a part and money given back comes out as worked out by hand', async ({
  till,
}) => {
  test.slow()
  const { page } = till
  await installPrinter(till, 'prints')
  await calls(page, 'kaunta:settings.save', [
    { section: 'charging', value: { ...defaultCharging, items } },
  ])

  await test.step('items and an amount by mobile money', async () => {
    await charge(page)
    await item(page, 'Soda').click()
    await item(page, 'Soda').click()
    await item(page, 'Soda').click()
    await item(page, 'Bread').click()
    await page.getByRole('button', { name: 'One less: Soda' }).click()
    await fillMobile(page, { phone: phones.approves, amount: '2500' })
    await expect(chargeButton(page)).toContainText('7,500')
    await checkScreen(till, 'items-charge')
    await chargeButton(page).click()
    await expectState(page, 'Paid')
    await expect(main(page).getByRole('list', { name: 'Items' }).getByRole('listitem')).toHaveText([
      '2 × Soda 1,5003,000',
      'Bread2,000',
      'Other2,500',
    ])
    await picture(till, 'items-paid')
    await press(page, 'Print receipt')
    const paper = await lastPaper(till, 0)
    expect(paper).toContain('2 × Soda 1,500 3,000 Bread 2,000 Other 2,500 TZS 7,500 PAID')
  })

  await test.step('cash, with change', async () => {
    await charge(page)
    await page.getByRole('radio', { name: 'Cash' }).click()
    await expect(field(page, 'Phone number')).toBeHidden()
    await field(page, 'Amount').fill('4000')
    await press(page, '5,000')
    await expect(main(page).getByText('Change 1,000')).toBeVisible()
    await picture(till, 'cash-charge')
    await page.getByRole('button', { name: /^Cash taken/ }).click()
    await expectState(page, 'Paid in cash')
    await expect(main(page).getByText('Change: TZS 1,000')).toBeVisible()
    await checkScreen(till, 'cash-taken')
    await press(page, 'Print receipt')
    const paper = await lastPaper(till, 1)
    expect(paper).toContain('TZS 4,000 PAID IN CASH')
    expect(paper).toContain('Received 5,000 Change 1,000')
  })

  await test.step('an item by card', async () => {
    await charge(page)
    await item(page, 'Milk').click()
    await fillCard(page, { phone: phones.approves, amount: '' })
    await expect(chargeButton(page)).toContainText('3,200')
    await chargeButton(page).click()
    await expectState(page, 'Paid')
  })

  await test.step('part in cash: no goods before the rest is paid', async () => {
    await charge(page)
    for (let n = 0; n < 5; n++) await item(page, 'Bread').click()
    await page.getByRole('radio', { name: 'Cash' }).click()
    await expect(field(page, 'Received'), 'what is typed next').toBeFocused()
    await page.keyboard.type('4500')
    await page.getByRole('button', { name: /^Part in cash/ }).click()
    await expect(main(page).getByText('The rest of TZS 10,000')).toBeVisible()
    await expect(field(page, 'Phone number'), 'who pays the rest is next').toBeFocused()
    await checkScreen(till, 'part-rest')
    // The cashier is called away, and comes back by the cash part.
    await openFromRail(page, '10,000')
    await expect(main(page).getByText('Give no goods yet. Still to pay: TZS 5,500.')).toBeVisible()
    await picture(till, 'part-taken')
    // No request for the rest is under way: the cash part needs attention.
    await page.getByRole('button', { name: 'Needs attention: 1' }).click()
    const toDo = main(page).getByRole('list', { name: 'Needs attention' })
    await expect(toDo).toContainText('Give no goods yet. Still to pay: TZS 5,500.')
    await picture(till, 'part-to-do')
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    await press(page, 'Close the day…')
    await expect(main(page).getByRole('list', { name: 'Still open' })).toContainText('Part paid')
    await picture(till, 'part-open-in-day')
    await openFromRail(page, '10,000')
    await press(page, 'Take the rest')
    await expect(chargeButton(page)).toContainText('5,500')
    await expect(field(page, 'Phone number')).toBeFocused()
    await expect(main(page).getByText('Typed before')).toBeHidden()
    await field(page, 'Phone number').fill('+255700000101')
    await field(page, 'First name').fill('Neema')
    await field(page, 'Last name').fill('Kessy')
    await chargeButton(page).click()
    await expectState(page, 'Paid')
    await press(page, 'Hand over goods')
    await openFromRail(page, '10,000')
    const parts = 'Part of TZS 10,000: Cash TZS 4,500 + Mobile money TZS 5,500'
    await expect(main(page).getByText(parts)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Needs attention' })).toBeHidden()
    const others = main(page).getByRole('list', { name: 'Other payments of this sale' })
    await expect(others.getByRole('listitem')).toContainText(['TZS 4,500Paid in cash'])
    await checkScreen(till, 'part-covered')
  })

  await test.step('the cash of the second payment goes back', async () => {
    await page
      .getByRole('list', { name: 'Recent payments' })
      .getByRole('listitem')
      .filter({ hasText: '4,000' })
      .getByRole('button')
      .click()
    await expect(main(page).getByText('Change: TZS 1,000')).toBeVisible()
    await pressPayButton(page, 'Give back')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('radio')).toHaveCount(2)
    await dialog.getByRole('radio').first().click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('the bag was torn')
    await dialog.getByRole('button', { name: /^Record/ }).click()
    await expect(dialog).toBeHidden()
    await expect(paymentState(page)).toContainText('Given back')
  })

  await test.step('F4 and Payments name cash and parts, and no phone number where there is none', async () => {
    await page.keyboard.press('F4')
    const found = (amount: string) => page.getByRole('option').filter({ hasText: amount })
    const inParts = 'Cash TZS 4,500 + Mobile money TZS 5,500'
    await expect(found('10,000')).toContainText('Paid')
    await expect(found('10,000')).toContainText(inParts)
    await expect(found('10,000')).toContainText('ends 101')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Payments', exact: true }).click()
    const cells = (amount: string) =>
      page.getByRole('row').filter({ hasText: amount }).getByRole('cell')
    await expect(cells('10,000').nth(1)).toHaveText(`Paidgoods handed over${inParts}`)
    await expect(cells('4,000').nth(2)).toHaveText('Cash')
    await picture(till, 'counter-payments')
  })

  await test.step('the day says so', async () => {
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    const block = (name: string) => main(page).getByRole('region', { name, exact: true })
    await expect(block('Confirmed')).toContainText('TZS 16,200 3 payments')
    await expect(main(page)).toContainText('TZS 8,500 · 2 payments')
    const sold = page.getByRole('table', { name: /What was sold/ }).getByRole('row')
    await expect(sold).toHaveText([
      '6 × Bread 2,00012,000',
      'Milk3,200',
      '2 × Soda 1,5003,000',
      'Other2,500',
    ])
    await picture(till, 'counter-day')
    await press(page, 'Close the day…')
    await field(page, 'Float at the start (TZS)').fill('50000')
    await field(page, 'Counted cash (TZS)').fill('54000')
    await expect(main(page)).toContainText('54,500')
    await expect(main(page)).toContainText('TZS 500')
    await checkScreen(till, 'counter-cash-up')
    await press(page, 'Close the day')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close now' }).click()
    await expect(page.getByText('The day is closed')).toBeVisible()
    const paper = await lastPaper(till, 2)
    for (const part of [
      'Confirmed TZS 16,200 3 payments',
      'Paid in cash TZS 8,500 · 2 payments',
      'Given back TZS In cash 4,000 1 payment',
      'Card 3,200 1 payment Cash 8,500 2 payments Mobile money 13,000 2 payments',
      'What was sold TZS 6 × Bread 2,000 12,000 Milk 3,200 2 × Soda 1,500 3,000 Other 2,500',
      'Cash counted TZS 50,000 54,500 54,000 −500',
    ])
      expect(paper).toContain(part)
  })

  await test.step('the owner gets it as a text', async () => {
    await till.app.evaluate(({ shell }) => {
      shell.openExternal = async address => void Object.assign(globalThis, { address })
    })
    // Just closed, this is the one button: Enter presses it.
    await expect(page.getByRole('button', { name: 'Send to owner' })).toHaveAttribute('data-enter')
    await picture(till, 'counter-closed')
    await press(page, 'Send to owner')
    await expect(page.getByText('The message is open.')).toBeVisible()
    const address = await till.app.evaluate(
      () => (globalThis as unknown as { address: string }).address,
    )
    const lines = new URL(address).searchParams.get('text')?.split('\n') ?? []
    expect(lines.filter(line => /TZS|open|SANDBOX/.test(line))).toEqual([
      'SANDBOX: no real money',
      'Confirmed by the service: TZS 16,200 (3)',
      'In cash, recorded by staff: TZS 8,500 (2)',
      'Given back in cash: TZS 4,000',
      'Cash expected: TZS 54,500',
      'Cash counted: TZS 54,000',
      'Left open: 0',
    ])
  })

  await test.step('and the spreadsheet', async () => {
    await press(page, 'Save spreadsheet')
    const said = page.getByText(/^Saved: /)
    await expect(said).toBeVisible({ timeout: 30_000 })
    const file = ((await said.textContent()) ?? '').replace('Saved: ', '')
    const csv = (await readFile(file, 'utf8')).replace('\ufeff', '')
    const [headings = [], ...rows] = Papa.parse<string[]>(csv.trim()).data
    const cell = (row: string[], name: string) => row[headings.indexOf(name)]
    const names = ['block', 'amount', 'channel', 'saleTotal', 'items'] as const
    expect(
      rows.map(row =>
        names
          .map(name => cell(row, name))
          .join(' ')
          .trim(),
      ),
    ).toEqual([
      "confirmed 7500 mobile 7500 '2 × Soda 1,500; Bread 2,000; other 2,500",
      "confirmed 3200 card 3200 'Milk 3,200",
      "confirmed 5500 mobile 10000 '5 × Bread 2,000",
      'cash 4000 cash 4000',
      "cash 4500 cash 10000 '5 × Bread 2,000",
      'refund 4000 cash 4000',
    ])
  })
})
