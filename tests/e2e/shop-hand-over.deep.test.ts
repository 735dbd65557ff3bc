import type { Page } from '@playwright/test'
import { expectSelling, unlock } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { openFromRail, phones, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import {
  joinShop,
  light,
  quickBeat,
  soon,
  startCopy,
  takePlace,
  test,
} from '../support/window/shop-of-tills'
import { addPeople, people, signIn } from '../support/window/staff'
import { expect } from '../support/window/test'

test.use({ switches: quickBeat })

const handOver = (page: Page) => page.getByRole('button', { name: 'Hand over goods' }).click()
const refused = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'were handed over before' })

test('goods that one till handed over are refused by another that has the same payment', async ({
  till,
  launch,
  dataFolder,
  secondFolder,
  shop,
}) => {
  test.setTimeout(240_000)
  await addPeople(till.page, people.neema)
  await sellMobile(till.page, { phone: phones.approves })
  await expectState(till.page, 'Paid')
  await till.close()
  // As a backup that is restored on a second computer: the payment is in both ledgers.
  const copy = await startCopy(dataFolder, secondFolder)
  try {
    const first = await launch()
    await unlock(first.page)
    for (const { page } of [first, copy]) await signIn(page, people.neema)
    await joinShop(first.page, shop, 'Counter 1')
    await joinShop(copy.page, shop, 'Counter 2')
    for (const { page } of [first, copy]) await expect(light(page)).toHaveText(/working/, soon)

    await test.step('the first till hands over', async () => {
      await openFromRail(first.page, '15,000')
      await handOver(first.page)
      await expectSelling(first.page)
      await openFromRail(first.page, '15,000')
      await expect(first.page.getByText('Goods handed over at')).toBeVisible()
    })

    await test.step('the second sees who did, when and where, and records nothing', async () => {
      await openFromRail(copy.page, '15,000')
      await handOver(copy.page)
      await expect(refused(copy.page)).toContainText(/Handed over on .*\d:\d\d.* by Neema\./)
      await expect(refused(copy.page)).toContainText('At Counter 1.')
      await expect(refused(copy.page)).toContainText('Hand over nothing more for it')
      await picture(copy, 'hand-over-elsewhere')
      await expect(copy.page.getByText('Goods handed over at')).toBeHidden()
      const rows = await shop.ask(
        'SELECT t.name, s.claimed_by AS person FROM kaunta.payment AS s JOIN kaunta.till AS t USING (till) WHERE s.claimed_at IS NOT NULL',
      )
      expect(rows).toEqual([{ name: 'Counter 1', person: 'Neema' }])
    })
  } finally {
    await copy.close()
  }
})

test('a machine in a lost till’s place knows of goods that the lost one could not ship any more', async ({
  till,
  launchSecond,
  shop,
}) => {
  test.setTimeout(240_000)
  const counter = await joinShop(till.page, shop, 'Counter 1')
  await sellMobile(till.page, { phone: phones.approves })
  await expectState(till.page, 'Paid')
  const paid = () => shop.ask("SELECT FROM kaunta.payment WHERE status = 'paid'")
  await expect.poll(async () => (await paid()).length, soon).toBe(1)
  // The disk of the server is full for everything that is long.
  await shop.ask(`CREATE FUNCTION kaunta.full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`)
  await shop.ask(
    'CREATE TRIGGER full_disk BEFORE INSERT ON kaunta.event FOR EACH ROW EXECUTE FUNCTION kaunta.full_disk()',
  )
  await openFromRail(till.page, '15,000')
  await handOver(till.page)
  await expectSelling(till.page)
  await till.kill()
  await shop.ask('DROP TRIGGER full_disk ON kaunta.event')

  const next = await launchSecond()
  await takePlace(next.page, shop.addressOf(await shop.replaceTill(counter.till, 'stolen')))
  await expect(next.page.getByText('This is now Counter 1 of duka')).toBeVisible(soon)
  await expect(next.page.getByText('can no longer sign in to the shop database')).toBeVisible()
  await expect(next.page.getByText('make new API keys and end the old ones')).toBeVisible()
  await picture(next, 'lost-till-stolen')
  await next.page.getByRole('button', { name: 'Charge', exact: true }).click()
  await expect(light(next.page)).toHaveText(/working/, soon)
  await openFromRail(next.page, '15,000')
  await handOver(next.page)
  await expect(refused(next.page)).toContainText('At Counter 1.')
  await expect(next.page.getByText('Goods handed over at')).toBeHidden()
})

test('goods that both tills handed over while the database was away are named on both, and to the owner', async ({
  till,
  launch,
  dataFolder,
  secondFolder,
  server,
  shop,
}) => {
  test.setTimeout(240_000)
  await sellMobile(till.page, { phone: phones.approves })
  await expectState(till.page, 'Paid')
  await till.close()
  const copy = await startCopy(dataFolder, secondFolder, quickBeat)
  try {
    const first = await launch()
    await unlock(first.page)
    await joinShop(first.page, shop, 'Counter 1')
    await joinShop(copy.page, shop, 'Counter 2')
    for (const { page } of [first, copy]) await expect(light(page)).toHaveText(/working/, soon)
    await server.kill()
    for (const { page } of [first, copy]) {
      await expect(light(page)).not.toHaveText(/working/, soon)
      await openFromRail(page, '15,000')
      await handOver(page)
      await expect(page.getByText('Goods handed over at')).toBeVisible(soon)
    }
    await server.start()
    const twice = (page: Page) =>
      page.getByText('Goods were handed over twice for one payment').first()
    await first.page.getByRole('button', { name: 'Day', exact: true }).click()
    await copy.page.getByRole('button', { name: 'Day', exact: true }).click()
    await expect(twice(first.page)).toBeVisible(soon)
    await expect(first.page.getByText(/this till, and Counter 2 on/)).toBeVisible()
    await checkScreen(first, 'handed-over-twice')
    await expect(twice(copy.page)).toBeVisible(soon)
    await expect(copy.page.getByText(/this till, and Counter 1 on/)).toBeVisible()
    await first.page.getByRole('button', { name: 'All tills' }).click()
    await expect(first.page.getByText(/Counter 1, and Counter 2 on/)).toBeVisible(soon)
    await picture(first, 'handed-over-twice-owner')
  } finally {
    await copy.close()
  }
})
