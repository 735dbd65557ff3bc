import { expectState } from '../support/window/expectations'
import {
  chargeButton,
  fillMobile,
  phones,
  pressPayButton,
  sellMobile,
} from '../support/window/payment'
import { checkScreen, expectAccessible, keepScreenshot, picture } from '../support/window/pictures'
import { joinShop, light, soon, test, timeOf } from '../support/window/shop-of-tills'
import { expect } from '../support/window/test'

test('two tills of a shop see each other’s payments, do not push one phone at the same time, and sell on without the database', async ({
  till,
  launchSecond,
  server,
  shop,
}) => {
  test.setTimeout(400_000)
  const { page } = till
  await joinShop(page, shop, 'Counter 1')
  const second = await launchSecond()
  const other = second.page
  const own = await joinShop(other, shop, 'Counter 2')
  const others = other.getByRole('region', { name: 'Other tills' })

  await test.step('F4 on the second finds what the first has just seen paid, within a second', async () => {
    await expect(light(other)).toHaveText(/working/, soon)
    await other.keyboard.press('F4')
    const field = other.getByRole('combobox')
    const took: number[] = []
    for (const amount of ['15000', '16000', '17000']) {
      await page.getByRole('button', { name: 'Charge', exact: true }).click()
      await field.fill(amount)
      await expect(others).toContainText('No match on the other tills')
      const found = timeOf(other, '[role=option]', 'Paid')
      const paid = timeOf(page, '[aria-label="Payment state"]', 'Paid')
      await sellMobile(page, { phone: phones.approves, amount })
      took.push((await found) - (await paid))
    }
    const middle = took.sort((one, next) => one - next)[1]
    const description = `PAID on one till was in F4 of the other after ${took.join(', ')} ms`
    test.info().annotations.push({ type: 'measured', description })
    expect(middle, description).toBeLessThan(1_500)
    await expect(others.getByRole('option')).toContainText('Counter 1 recorded: Paid at')
    const box = other.getByRole('dialog')
    await expect(box.getByRole('button', { name: 'Charge', exact: true })).toHaveCount(0)
    await checkScreen(second, 'other-tills-found')
  })

  await test.step('arrows and Enter open it, to be read there and nothing more', async () => {
    const field = other.getByRole('combobox')
    await field.fill('0001')
    const rows = others.getByRole('option')
    await expect(rows).toHaveCount(3)
    await expect(rows.first()).toHaveAttribute('aria-selected', 'true')
    await field.press('ArrowDown')
    await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(other.getByText('Enter opens')).toBeVisible()
    await field.press('Enter')
    await expect(other.getByText('A payment of Counter 1')).toBeVisible(soon)
    await expect(other.getByText('This till asked the service itself: paid')).toBeVisible(soon)
    await expect(other.getByRole('heading', { name: 'What happened' })).toBeVisible()
    await expect(other.getByText('16,000').first()).toBeVisible()
    await expect(other.getByRole('button', { name: /hand over/i })).toHaveCount(0)
    await picture(second, 'other-tills-payment')
  })

  await test.step('the owner’s day has both tills apart and together', async () => {
    await sellMobile(other, { phone: '255754001213', amount: '7000' })
    await expectState(other, 'Paid')
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    await page.getByRole('button', { name: 'All tills' }).click()
    const table = page.getByRole('table')
    await expect(table.getByRole('row', { name: /^Counter 1/ })).toContainText('48,000', soon)
    await expect(table.getByRole('row', { name: /^Counter 2/ })).toContainText('7,000', soon)
    await expect(page.getByRole('region', { name: 'Confirmed' })).toContainText('55,000')
    await page.getByRole('button', { name: 'Save spreadsheet' }).click()
    await expect(page.getByText(/kaunta-all-tills-.*csv/)).toBeVisible()
    const wrong = await shop.connect(await shop.addTill('Counter 3'))
    await wrong.query("SELECT FROM kaunta.ship('[]')")
    await wrong.query('SELECT FROM kaunta.beat(now(), false, false, $1)', [
      { behind: 26 * 3_600_000 },
    ])
    await wrong.close()
    await expect(page.getByText('The clock of Counter 3 is 26 h 0 min behind')).toBeVisible(soon)
    await checkScreen(till, 'all-tills-day')
    await page.emulateMedia({ forcedColors: 'active' })
    await keepScreenshot(till, 'all-tills-day-high-contrast')
    await expectAccessible(till, 'all-tills-day-high-contrast')
    await page.emulateMedia({ forcedColors: 'none' })
    const day = page.getByLabel('Day', { exact: true })
    const today = await day.inputValue()
    await day.fill('2026-01-05')
    await expect(page.getByText('No payments in this period.')).toBeVisible(soon)
    await day.fill(today)
    await expect(table.getByRole('row', { name: /^Counter 1/ })).toContainText('48,000', soon)
  })

  await test.step('the second till is refused the number, with the first till’s name', async () => {
    const recorded = () =>
      shop.ask('SELECT count(*) FROM kaunta.payment WHERE till = $1', [own.till])
    const before = await recorded()
    await sellMobile(page, { phone: phones.neverAnswers })
    await expectState(page, 'Waiting for customer')
    await fillMobile(other, { phone: phones.neverAnswers })
    await chargeButton(other).click()
    const refused = other.getByRole('alert')
    await expect(refused).toContainText('Another till has a payment request on this phone number')
    await expect(refused).toContainText('At Counter 1.')
    await checkScreen(second, 'phone-busy-elsewhere')
    expect(await recorded(), 'it recorded no payment').toEqual(before)
  })

  await test.step('a number is free once its payment is finished', async () => {
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Paid')
    await sellMobile(other, { phone: phones.approves })
    await expectState(other, 'Paid')
    await expect(other.getByText('The other tills were not asked')).toHaveCount(0)
  })

  await test.step('cash of the second gives back what the first was paid: that is paid out, and recorded at both', async () => {
    await other.keyboard.press('F4')
    await other.getByRole('combobox').fill('17000')
    await expect(others.getByRole('option')).toContainText('Counter 1 recorded: Paid at', soon)
    await others.getByRole('option').click()
    await other.getByRole('button', { name: 'Give back' }).click(soon)
    const dialog = other.getByRole('alertdialog', { name: 'Give money back' })
    const amount = dialog.getByRole('textbox')
    await amount.fill('17001')
    await dialog.getByRole('button', { name: 'Record' }).click()
    await expect(dialog.getByText('Type an amount, at most 17,000.')).toBeVisible()
    await amount.fill('17000')
    await checkScreen(second, 'other-tills-give-back')
    await dialog.getByRole('button', { name: 'Record' }).click()
    const next = 'Record it at Counter 1 too: “Give back”, “From other cash”.'
    await expect(other.getByText(`Paid out: TZS 17,000. ${next}`)).toBeVisible()
    await expect(other.getByRole('button', { name: 'Give back' })).toHaveCount(0)
    await checkScreen(second, 'other-tills-given-back')
    await page.keyboard.press('F4')
    await page.getByRole('combobox').fill('17000')
    await page.getByRole('option').filter({ hasText: '17,000' }).first().click()
    await pressPayButton(page, 'Give back')
    const there = page.getByRole('alertdialog', { name: 'Give money back' })
    await there.getByRole('radio', { name: 'From other cash' }).click()
    await there.getByRole('textbox', { name: 'Reason' }).fill('wrong size')
    await there.getByRole('button', { name: /^Record/ }).click()
    await expect(other.getByText(next)).toHaveCount(0, soon)
    await expect(other.getByText('Paid out: TZS 17,000.')).toBeVisible()
    await other.getByRole('button', { name: 'Day', exact: true }).click()
    await expect(other.getByRole('list', { name: 'Paid in and paid out' })).toContainText(
      'Pay out TZS 17,000 · Counter 1 · PR-',
    )
  })

  await test.step('the database is gone: that is said, and the own payments are still found', async () => {
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    await page.getByRole('button', { name: 'All tills' }).click()
    await expect(page.getByRole('row', { name: /^Counter 1/ }).first()).toBeVisible(soon)
    await server.kill()
    await expect(page.getByText('The other tills were not asked')).toBeVisible(soon)
    await other.keyboard.press('F4')
    await expect(others).toContainText('The other tills were not asked', soon)
    await expect(other.getByRole('option').filter({ hasText: '7,000' })).toBeVisible()
    await picture(second, 'other-tills-away')
    await other.keyboard.press('Escape')
  })

  await test.step('without the database selling goes on, and the screen says that they were not asked', async () => {
    await sellMobile(other, { phone: '255754001213', amount: '7000' })
    await expectState(other, 'Paid')
    await expect(other.getByText('The other tills were not asked')).toBeVisible()
    await picture(second, 'phone-others-not-asked')
  })
})
