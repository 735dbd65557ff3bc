import { choosePractice } from '../support/window/connection'
import { picture } from '../support/window/pictures'
import { phones } from '../support/window/sale'
import { expect, test } from '../support/window/test'

test.describe.configure({ mode: 'parallel' })

test('the help, and the shortcuts that it lists', async ({ launch }) => {
  const till = await launch()
  const { page } = till
  await choosePractice(page)
  await test.step('F1 opens the help, which puts a pretend customer into the form', async () => {
    await page.keyboard.press('F1')
    await expect(page.getByRole('heading', { name: 'Help', exact: true })).toBeVisible()
    await picture(till, 'help')
    await page.getByRole('button', { name: `Use ${phones.declines}` }).click()
    await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue(/700\s?000\s?002/)
  })
  await test.step('shortcuts work while something is typed, lose nothing, and are listed', async () => {
    await page.getByRole('textbox', { name: 'Amount' }).fill('2500')
    await page.keyboard.press('F3')
    await expect(
      page.getByRole('navigation').getByRole('button', { name: 'Payments' }),
    ).toHaveAttribute('aria-current', 'page')
    await page.keyboard.press('F8')
    await expect(page.getByRole('tab', { name: 'Payment service', selected: true })).toBeVisible()
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('2,500')
    await page.keyboard.press('Control+/')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(list).toContainText('F1')
    await picture(till, 'shortcuts')
    await page.keyboard.press('F3')
    await expect(list).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('2,500')
  })
})
