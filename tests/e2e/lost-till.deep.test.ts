import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { bridgeName, channelOf } from '../../shared/ipc/bridge'
import { startPostgres } from '../support/shop/postgres-server'
import { newShopDatabase } from '../support/shop/shop-database'
import { connectFolder, expectSelling, passphrase, unlock } from '../support/window/connection'
import { createRequests, expectState } from '../support/window/expectations'
import {
  chargeButton,
  openFromRail,
  paymentState,
  phones,
  sellMobile,
} from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { takePlace } from '../support/window/shop-of-tills'
import { expect, test } from '../support/window/test'
import { startTill, type Till } from '../support/window/till'

test('a lost till is replaced: its pending sale is paid on the new one, and the old one sells no more', async ({
  launchConnected,
  launch,
  service,
}) => {
  test.setTimeout(240_000)
  const server = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-replacement-'))
  const started: Till[] = []
  try {
    const shop = await newShopDatabase(server)
    await shop.ask("UPDATE kaunta.shop SET mode = 'sandbox', name = 'Duka la Asha'")
    const counter = await shop.addTill('Counter 1')
    const shipped = async () =>
      Number((await shop.ask('SELECT max(sequence) AS last FROM kaunta.head'))[0]?.last)

    const old = await launchConnected()
    await joinShop(old.page, shop.addressOf(counter))
    service.control.pause()
    await sellMobile(old.page, { phone: phones.approves, amount: '27000' })
    await expect.poll(() => createRequests(service).length).toBe(1)
    service.control.resume()
    await expectState(old.page, 'Paid')
    await sellMobile(old.page, { phone: phones.neverAnswers, amount: '15000' })
    await expectState(old.page, 'Waiting for customer')
    let before = 0
    await expect
      .poll(async () => {
        const same = (await shipped()) === before
        before = await shipped()
        return same && before > 0
      })
      .toBe(true)
    await old.kill()
    const replacement = await shop.replaceTill(counter.till)

    await connectFolder(folder, service, 'sandbox')
    const fresh = await startTill({ dataFolder: folder })
    started.push(fresh)
    const { page } = fresh
    await unlock(page)
    await expectSelling(page)
    await test.step('the old address is refused, and the reason is said', async () => {
      await takePlace(page, shop.addressOf(counter))
      await expect(page.getByText('Another computer has this till’s place')).toBeVisible()
      await picture(fresh, 'lost-till-refused')
      await page.getByRole('button', { name: 'Cancel' }).click()
    })

    await test.step('the new one brings the payments', async () => {
      await takePlace(page, shop.addressOf(replacement))
      await expect(page.getByText('This is now Counter 1 of Duka la Asha')).toBeVisible({
        timeout: 20_000,
      })
      await expect(page.getByText('Payments: 2. Still open: 1.')).toBeVisible()
      await checkScreen(fresh, 'lost-till-taken')
    })

    await test.step('the pending sale becomes PAID there, and nothing was sent twice', async () => {
      const pending = service.control.payments().at(-1)
      service.control.decide(pending?.reference ?? '', 'completed')
      await page.getByRole('button', { name: 'Charge', exact: true }).click()
      await openFromRail(page, '15,000')
      await expectState(page, 'Paid')
      await picture(fresh, 'lost-till-paid')
      expect(createRequests(service)).toHaveLength(2)
      await openFromRail(page, '27,000')
      await expect(paymentState(page)).toContainText('Paid')
    })

    await test.step('the old till, started again, says why it cannot sell', async () => {
      const again = await launch()
      await unlock(again.page, passphrase)
      await expect(
        again.page.getByText('Another computer has taken this till’s place'),
      ).toBeVisible({ timeout: 20_000 })
      await expect(
        again.page.getByText('Everything that this till recorded is in the shop database.'),
      ).toBeVisible({ timeout: 20_000 })
      await picture(again, 'lost-till-replaced')
      expect(createRequests(service)).toHaveLength(2)
      await again.close()
    })

    await test.step('the old till knows it without a network, too', async () => {
      await server.stop()
      const again = await launch()
      await unlock(again.page, passphrase)
      await expect(
        again.page.getByText('Another computer has taken this till’s place'),
      ).toBeVisible({ timeout: 20_000 })
      await expect(chargeButton(again.page)).toHaveCount(0)
      await expect(again.page.getByText(/still ha(s|ve) to go/)).toHaveCount(0)
      await picture(again, 'lost-till-replaced-offline')
      await server.start()
    })

    await test.step('and the new one sells on, shipped under its own epoch', async () => {
      await page.getByRole('button', { name: 'Charge', exact: true }).click()
      await sellMobile(page, { phone: phones.approves, amount: '9000' })
      await expectState(page, 'Paid')
      await expect
        .poll(async () => {
          const [row] = await shop.ask(
            "SELECT count(*) AS sales FROM kaunta.payment WHERE epoch = 2 AND amount = 9000 AND status = 'paid'",
          )
          return Number(row?.sales)
        })
        .toBe(1)
    })
  } finally {
    for (const till of started) await till.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    await server.remove()
  }
})

async function joinShop(page: Page, address: string): Promise<void> {
  const answer = await page.evaluate(
    ([name, channel, text, proof]) =>
      window[name as typeof bridgeName]?.call(channel ?? '', { address: text, proof }),
    [bridgeName, channelOf('shop', 'saveAndTest'), address, passphrase],
  )
  expect(answer).toMatchObject({ ok: true, value: { result: 'works' } })
}
