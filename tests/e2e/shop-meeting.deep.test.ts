import { expectState } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { joinShop, light, soon, test, timeOf } from '../support/window/shop-of-tills'
import { expect } from '../support/window/test'

test('a till sees what another till of its shop took, and the owner sees both', async ({
  till,
  launchSecond,
  server,
  shop,
}) => {
  test.setTimeout(240_000)
  const { page } = till
  await joinShop(page, shop, 'Counter 1')
  const second = await launchSecond()
  const other = second.page
  await joinShop(other, shop, 'Counter 2')
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
    expect(middle, description).toBeLessThan(1_000)
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
    await expect(table.getByRole('row', { name: /Counter 1/ })).toContainText('48,000', soon)
    await expect(table.getByRole('row', { name: /Counter 2/ })).toContainText('7,000', soon)
    await expect(page.getByRole('region', { name: 'Confirmed' })).toContainText('55,000')
    await page.getByRole('button', { name: 'Save spreadsheet' }).click()
    await expect(page.getByText(/kaunta-all-tills-.*csv/)).toBeVisible()
    await checkScreen(till, 'all-tills-day')
  })

  await test.step('the database is gone: that is said, and the own payments are still found', async () => {
    await server.kill()
    await expect(page.getByText('The other tills were not asked')).toBeVisible(soon)
    await other.keyboard.press('F4')
    await expect(others).toContainText('The other tills were not asked', soon)
    await expect(other.getByRole('option')).toContainText('7,000')
    await picture(second, 'other-tills-away')
  })
})
