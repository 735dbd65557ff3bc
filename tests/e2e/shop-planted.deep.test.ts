import type { Locator } from '@playwright/test'
import type { ShopConnection } from '../../electron/main/shop/connection'
import { askHello } from '../../electron/main/shop/hello'
import type { Payment } from '../../shared/payment/payment'
import { mobileDraft } from '../support/payments/payments'
import { paidLink, shipped } from '../support/shop/session'
import { calls } from '../support/window/bridge'
import { expectSelling } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { openFromRail, phones, sellMobile } from '../support/window/payment'
import { picture } from '../support/window/pictures'
import { joinShop, light, soon, test } from '../support/window/shop-of-tills'
import { expect } from '../support/window/test'

/** Whether something has the colour of PAID. */
const isGreen = (shown: Locator): Promise<boolean> =>
  shown.evaluate(element => {
    const of = (from: Element, name: string) => getComputedStyle(from).getPropertyValue(name)
    return of(element, '--tone') === of(document.documentElement, '--paid')
  })

/** A program that signs in as a till ships a payment that it says was paid. */
async function plant(of: ShopConnection, reference: string, amount: number, change = {}) {
  const number = (await askHello(of)).shipped.sequence + 1
  const link = paidLink(number, reference, { payment: 700_000 + amount })
  const money: Payment['amount'] = { ...link.payment.amount, value: amount }
  const payment = { ...link.payment, recordedAt: Date.now(), amount: money, ...change }
  expect(
    await shipped(of, [{ ...link, bodies: [], personal: [], payment: payment }]),
  ).toMatchObject({
    answer: 'taken',
  })
}

test('what a stolen role plants is green in no window, and takes no payment from its till', async ({
  till,
  launchSecond,
  shop,
  service,
}) => {
  test.setTimeout(300_000)
  const { page } = till
  await joinShop(page, shop, 'Counter 1')
  const second = await launchSecond()
  const other = second.page
  await joinShop(other, shop, 'Counter 2')
  await expect(light(other)).toHaveText(/working/, soon)
  const stolen = await shop.addTill('Counter 3')
  const thief = await shop.connect(stolen)
  const others = other.getByRole('region', { name: 'Other tills' })
  const row = others.getByRole('option')
  const find = async (text: string) => {
    await other.keyboard.press('F4')
    await other.getByRole('combobox').fill(text)
  }
  const isOpened = async () => {
    await expect(other.getByRole('dialog')).toHaveCount(0)
    await expect(other.getByText('A payment of Counter')).toBeVisible(soon)
  }
  const open = async () => {
    await row.first().click()
    await isOpened()
  }
  /** Between press and release this till's list is read again, as for each new payment. */
  const openWhileReadAgain = async () => {
    await row.hover()
    await other.mouse.down()
    const draft = mobileDraft({ value: 7_300, phone: phones.approves })
    const [sold] = await calls(other, 'kaunta:payments.request', [draft])
    expect(sold).toMatchObject({ ok: true })
    await other.waitForTimeout(500)
    await other.mouse.up()
    await isOpened()
  }
  const title = other
    .getByRole('main')
    .getByText(/recorded: Paid at/)
    .first()

  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Paid')
  const [paid] = service.control.payments()
  const reference = paid?.reference ?? ''

  await test.step('a payment that the service does not know: recorded, and not green', async () => {
    await plant(thief, 'R-made-up', 99_000)
    await find('99000')
    await expect(row).toContainText('Counter 3 recorded: Paid at', soon)
    expect(await isGreen(row)).toBe(false)
    await picture(second, 'planted-found')
    await open()
    await expect(other.getByText('This till could not ask the service itself')).toBeVisible(soon)
    expect(await isGreen(title)).toBe(false)
    await picture(second, 'planted-opened')
  })

  await test.step('the real payment is green once this till has read it, and not before', async () => {
    service.control.rule(
      { operation: 'mobile-status' },
      { when: 'before', effect: { kind: 'drop' } },
      1,
    )
    await find('15000')
    await expect(row).toContainText('Counter 1 recorded: Paid at', soon)
    expect(await isGreen(row)).toBe(false)
    await open()
    await expect(other.getByText('This till could not ask the service itself')).toBeVisible(soon)
    expect(await isGreen(title)).toBe(false)
    await picture(second, 'other-tills-not-read')
    await other.getByRole('button', { name: 'Charge', exact: true }).click()
    await find('15000')
    await open()
    await expect(other.getByText('This till asked the service itself: paid')).toBeVisible(soon)
    expect(await isGreen(other.getByRole('main').getByText('Paid', { exact: true }).first())).toBe(
      true,
    )
  })

  await test.step('a real reference under another amount: not green', async () => {
    await plant(thief, reference, 98_000)
    await find('98000')
    await expect(row).toContainText('Counter 3 recorded: Paid at', soon)
    await openWhileReadAgain()
    await expect(other.getByText('It does not count as paid')).toBeVisible(soon)
    expect(await isGreen(title)).toBe(false)
    await picture(second, 'planted-other-amount')
  })

  await test.step('after it was replaced: marked, and its claim takes nothing from the till', async () => {
    await shop.replaceTill(stolen.till)
    await plant(thief, 'R-late', 97_000)
    await plant(thief, reference, 96_000, {
      handedOverAt: Date.now(),
      handedOverBy: { id: '0192f000-0000-4000-8000-00000000000a', name: 'Thief' },
    })
    expect(await thief.query('SELECT * FROM kaunta.payment')).toEqual([])
    await find('97000')
    await expect(row).toContainText('A replaced computer of Counter 3 recorded: Paid at', soon)
    expect(await isGreen(row)).toBe(false)
    await picture(second, 'planted-replaced')
    await openFromRail(page, '15,000')
    await page.getByRole('button', { name: 'Hand over goods' }).click()
    await expectSelling(page)
    await openFromRail(page, '15,000')
    await expect(page.getByText('Goods handed over at')).toBeVisible(soon)
    await picture(till, 'planted-claim-in-vain')
  })
  await thief.close()
})
