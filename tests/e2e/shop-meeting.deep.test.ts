import { expectState } from '../support/window/expectations'
import { picture } from '../support/window/pictures'
import { phones, sellMobile } from '../support/window/sale'
import { joinShop, light, soon, test } from '../support/window/shop-of-tills'
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
    await other.getByRole('combobox').fill('0001')
    await expect(others).toContainText('No match on the other tills')
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Paid')
    const paid = Date.now()
    await expect(others.getByRole('button')).toContainText('Paid', { timeout: 10_000 })
    const took = Date.now() - paid
    const description = `PAID on one till was in F4 of the other after ${took} ms`
    test.info().annotations.push({ type: 'measured', description })
    expect(took).toBeLessThan(1_500)
    await expect(others.getByRole('button')).toContainText('Counter 1')
    const box = other.getByRole('dialog')
    await expect(box.getByRole('button', { name: 'Charge', exact: true })).toHaveCount(0)
    await picture(second, 'other-tills-found')
  })

  await test.step('it can be read there, and nothing more', async () => {
    await others.getByRole('button').click()
    await expect(other.getByText('A payment of Counter 1')).toBeVisible(soon)
    await expect(other.getByRole('heading', { name: 'What happened' })).toBeVisible()
    await expect(other.getByRole('button', { name: /hand over/i })).toHaveCount(0)
    await picture(second, 'other-tills-payment')
  })

  await test.step('the owner’s day has both tills apart and together', async () => {
    await sellMobile(other, { phone: '255754001213', amount: '7000' })
    await expectState(other, 'Paid')
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    await page.getByRole('button', { name: 'All tills' }).click()
    const table = page.getByRole('table')
    await expect(table.getByRole('row', { name: /Counter 1/ })).toContainText('15,000', soon)
    await expect(table.getByRole('row', { name: /Counter 2/ })).toContainText('7,000', soon)
    await expect(page.getByRole('region', { name: 'Confirmed' })).toContainText('22,000')
    await page.getByRole('button', { name: 'Save spreadsheet' }).click()
    await expect(page.getByText(/kaunta-all-tills-.*csv/)).toBeVisible()
    await picture(till, 'all-tills-day')
  })

  await test.step('the database is gone: that is said, and the own payments are still found', async () => {
    await server.kill()
    await expect(page.getByText('other tills cannot be seen now')).toBeVisible(soon)
    await other.keyboard.press('F4')
    await expect(others).toContainText('other tills cannot be seen now', soon)
    await expect(other.getByRole('option')).toContainText('7,000')
    await picture(second, 'other-tills-away')
  })
})
