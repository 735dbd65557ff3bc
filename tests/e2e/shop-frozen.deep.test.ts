import { familyOf } from '../support/silent-parts'
import { expectState } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/payment'
import { picture } from '../support/window/pictures'
import { joinShop, light, soon, test } from '../support/window/shop-of-tills'
import { openSettings } from '../support/window/staff'
import { expect } from '../support/window/test'

test('while the server answers nothing both tills sell and say so, one leaves it, and one quits', async ({
  till,
  launchSecond,
  server,
  shop,
}) => {
  test.setTimeout(300_000)
  await joinShop(till.page, shop, 'Counter 1')
  const second = await launchSecond()
  await joinShop(second.page, shop, 'Counter 2')
  for (const { page } of [till, second]) await expect(light(page)).toHaveText(/working/, soon)
  // As where its computer was paused: no end and no reset comes.
  const frozen = familyOf(server.pid())
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  try {
    await test.step('a customer pays at each, and the cashier reads that the other tills were not asked', async () => {
      for (const each of [till, second]) {
        await each.page.getByRole('button', { name: 'Charge', exact: true }).click()
        await sellMobile(each.page, { phone: phones.approves, amount: '7000' })
        await expectState(each.page, 'Paid')
        await expect(each.page.getByText('The other tills were not asked')).toBeVisible()
      }
      await picture(till, 'shop-frozen-paid')
    })

    await test.step('Settings says that the database does not answer, and what waits', async () => {
      const { page } = till
      await openSettings(page, 'Shop database')
      await expect(page.getByText('The shop database does not answer')).toBeVisible(soon)
      await expect(page.getByText('The till goes on selling')).toBeVisible()
      await expect(light(page)).toHaveAttribute('data-light', 'off')
      await picture(till, 'shop-frozen')
    })

    await test.step('the till leaves it at once', async () => {
      const { page } = till
      await page.getByRole('button', { name: 'Leave the shop database' }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('button', { name: 'Leave the shop database' }).click()
      await expect(light(page)).toBeHidden()
    })

    await test.step('the other one quits', async () => {
      const began = performance.now()
      await second.close()
      expect(performance.now() - began).toBeLessThan(8_000)
    })
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
  }
})
