import { expectState } from '../support/window/expectations'
import { chargeButton, fillMobile, phones, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { joinShop, light, soon, test } from '../support/window/shop-of-tills'
import { expect } from '../support/window/test'

test('two tills do not push one phone at the same time, and sell on without the database', async ({
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
  await expect(light(page)).toHaveText(/working/, soon)
  await expect(light(other)).toHaveText(/working/, soon)

  await test.step('the second till is refused the number, with the first till’s name', async () => {
    await sellMobile(page, { phone: phones.neverAnswers })
    await expectState(page, 'Waiting for customer')
    await fillMobile(other, { phone: phones.neverAnswers })
    await chargeButton(other).click()
    const refused = other.getByRole('alert')
    await expect(refused).toContainText('Another till has a payment request on this phone number')
    await expect(refused).toContainText('At Counter 1.')
    await checkScreen(second, 'phone-busy-elsewhere')
    const sales = await shop.ask('SELECT DISTINCT till FROM kaunta.sale')
    expect(sales).toHaveLength(1)
  })

  await test.step('a number is free once its payment is finished', async () => {
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Paid')
    await sellMobile(other, { phone: phones.approves })
    await expectState(other, 'Paid')
    await expect(other.getByText('The other tills were not asked')).toHaveCount(0)
  })

  await test.step('without the database selling goes on, and the screen says that they were not asked', async () => {
    await server.kill()
    await sellMobile(other, { phone: '255754001213', amount: '7000' })
    await expectState(other, 'Paid')
    await expect(other.getByText('The other tills were not asked')).toBeVisible()
    await picture(second, 'phone-others-not-asked')
  })
})
