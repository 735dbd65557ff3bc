import type { Page } from '@playwright/test'
import { keepCopy, type TestShop, type TestTill } from '../support/shop/shop-database'
import { expectSelling, unlock } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/payment'
import { picture } from '../support/window/pictures'
import { joinShop, light, soon, startCopy, test } from '../support/window/shop-of-tills'
import { openSettings } from '../support/window/staff'
import { expect } from '../support/window/test'

/** Amounts of a till's paid sales in the shop database. */
async function storedOf(shop: TestShop, { till }: TestTill): Promise<number[]> {
  const rows = await shop.ask(
    "SELECT amount FROM kaunta.payment WHERE till = $1 AND status = 'paid' ORDER BY amount",
    [till],
  )
  return rows.map(({ amount }) => Number(amount))
}

async function sellPaid(page: Page, amount: string): Promise<void> {
  await sellMobile(page, { phone: phones.approves, amount })
  await expectState(page, 'Paid')
}

const logRows = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a copied till that sells under the same numbers is found, and nothing is lost', async ({
  till,
  launch,
  dataFolder,
  secondFolder,
  shop,
  service,
}) => {
  test.setTimeout(240_000)
  const first = await joinShop(till.page, shop, 'Counter 1')
  await sellPaid(till.page, '15000')
  await expect.poll(() => storedOf(shop, first), soon).toEqual([15_000])
  await till.close()
  const copy = await startCopy(dataFolder, secondFolder)
  try {
    const original = await launch()
    await unlock(original.page)
    await expectSelling(original.page)
    await sellPaid(original.page, '7000')
    await expect.poll(() => storedOf(shop, first), soon).toEqual([7_000, 15_000])
    await sellPaid(copy.page, '8000')

    await test.step('the copy says it in its top bar, in Settings and in the log, and sells on', async () => {
      await expect(light(copy.page)).toHaveText(/needs the owner/, soon)
      await openSettings(copy.page, 'Shop database')
      await expect(copy.page.getByText('or another computer sells as this till')).toBeVisible()
      await expect(copy.page.getByText(/entr(y is|ies are) not stored there yet/)).toBeVisible()
      await expect(copy.page.getByText('when the database answers')).toBeHidden()
      await picture(copy, 'shop-database-copied')
      await openSettings(copy.page, 'Activity log')
      const told = 'Later payments of this till'
      await expect(logRows(copy.page, told)).toHaveCount(1)
      await expect(logRows(copy.page, told)).toContainText('Counter 1')
      await picture(copy, 'shop-database-copied-log')
      await sellPaid(copy.page, '8500')
    })

    await test.step('the original goes on, and only its payments are stored as its own', async () => {
      await sellPaid(original.page, '7500')
      await expect.poll(() => storedOf(shop, first), soon).toEqual([7_000, 7_500, 15_000])
      await expect(light(original.page)).toHaveText(/working/)
    })

    await test.step('with an address of its own the copy stores all that it has', async () => {
      const second = await joinShop(copy.page, shop, 'Counter 2')
      await expect.poll(() => storedOf(shop, second), soon).toEqual([8_000, 8_500, 15_000])
      await expect(light(copy.page)).toHaveText(/working/, soon)
      expect(service.control.payments()).toHaveLength(5)
    })
  } finally {
    await copy.close()
  }
})

test('a database restored from an older copy while the till was off is noticed, and gets everything again', async ({
  till,
  launch,
  server,
  shop,
}) => {
  test.setTimeout(240_000)
  const counter = await joinShop(till.page, shop, 'Counter 1')
  await sellPaid(till.page, '15000')
  await expect.poll(() => storedOf(shop, counter), soon).toEqual([15_000])
  const putBack = await keepCopy(server, shop.address.database)
  await sellPaid(till.page, '7000')
  await expect.poll(() => storedOf(shop, counter), { timeout: 90_000 }).toEqual([7_000, 15_000])
  await expect(light(till.page)).toHaveText(/working/, soon)
  await till.close()
  await putBack()
  expect(await storedOf(shop, counter)).toEqual([15_000])

  const again = await launch()
  await unlock(again.page)
  await expectSelling(again.page)
  await expect.poll(() => storedOf(shop, counter), soon).toEqual([7_000, 15_000])
  await openSettings(again.page, 'Activity log')
  const told = logRows(again.page, 'Entries missing in the shop database')
  await expect(told).toHaveCount(1)
  await expect(told).toContainText(/Entries: [1-9]/)
  await picture(again, 'shop-database-put-back')
})
