import type { ShippedLink } from '../../electron/main/store/ledger/hash-chain/shipped-links'
import { expiredLink, paidLink, shipped } from '../support/shop/session'
import { createPassphrase, unlock } from '../support/window/connection'
import { sealsWithPassphrase } from '../support/window/electron-switches'
import { checkScreen, picture } from '../support/window/pictures'
import { soon, test } from '../support/window/shop-of-tills'
import { expect } from '../support/window/test'

/** Paid a moment ago. */
function paidNow(sequence: number): ShippedLink {
  const link = paidLink(sequence, `R-${sequence}`)
  return { ...link, entries: link.entries.map(entry => ({ ...entry, at: Date.now() })) }
}

/** The same in cash. */
function cashNow(sequence: number): ShippedLink {
  const link = paidNow(sequence)
  const entries = link.entries.map(({ number, period, at, person, currency, value }) => {
    const placed = { number, period, at, person, currency, value }
    return { ...placed, direction: 'in', way: 'cash', received: value } as const
  })
  return { ...link, entries }
}

/** A part of a sale whose rest is missing. */
function partNow(sequence: number): ShippedLink {
  const link = cashNow(sequence)
  return { ...link, sale: [{ payment: link.subject, toDo: true, unknown: 0, missing: 5_000 }] }
}

test('an owner sees all tills of all shops, live, on a computer without a till', async ({
  launch,
  shop,
}) => {
  test.setTimeout(240_000)
  await shop.ask(
    "INSERT INTO kaunta.shop (shop, name, mode, account) VALUES ('mwenge', 'mwenge', 'sandbox', 'm')",
  )
  const seller = await shop.addTill('Counter 1')
  const selling = await shop.connect(seller)
  await shipped(selling, [paidNow(1)])
  const other = await shop.connect(await shop.addTill('Counter 1', 'mwenge'))
  await shipped(other, [paidNow(1), expiredLink(2), partNow(3)])
  await other.query('SELECT FROM kaunta.beat(now(), false, false, $1)', [
    { behind: 26 * 3_600_000 },
  ])
  const owner = await shop.addReader('owner', 'duka', 'mwenge')

  const till = await launch()
  const { page } = till
  await test.step('only an owner’s address opens it', async () => {
    await picture(till, 'first-run-owners-view')
    await page.getByRole('button', { name: 'Owner’s view' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Owner’s view' })
    const address = dialog.getByLabel('Owner’s address')
    await address.fill(shop.addressOf(seller))
    await dialog.getByRole('button', { name: 'Open' }).click()
    await expect(dialog.getByRole('alert')).toContainText('This is no owner’s address', soon)
    await checkScreen(till, 'owners-view-dialog')
    await address.fill(shop.addressOf(owner))
    await dialog.getByRole('button', { name: 'Open' }).click()
    if (sealsWithPassphrase) await createPassphrase(page)
  })

  const sold = page.getByRole('table', { name: /^By till/ })
  await test.step('it has each shop and each till, what waits for staff, and a wrong clock', async () => {
    const shops = page.getByRole('table', { name: /^By shop/ })
    await expect(shops.getByRole('row', { name: /mwenge/ })).toContainText('15,000', soon)
    await expect(sold.getByRole('row', { name: /Counter 1 · duka/ })).toContainText('15,000')
    await expect(page.getByRole('region', { name: 'Confirmed' })).toContainText('30,000')
    const hours = page.getByRole('table', { name: /^Money by hour/ })
    await expect(hours.getByRole('columnheader')).toHaveText([
      'Hour',
      'Counter 1 · duka',
      'Counter 1 · mwenge',
    ])
    const drawers = page.getByRole('table', { name: /^Cash in the drawers now/ })
    await expect(drawers.getByRole('row')).toHaveCount(1)
    await expect(drawers.getByRole('row', { name: /Counter 1 · mwenge/ })).toContainText('15,000')
    await expect(
      page.getByText('The clock of Counter 1 · mwenge is 26 h 0 min behind'),
    ).toBeVisible()
    const attention = page.getByRole('region', { name: /^Needs attention/ })
    await expect(attention.getByRole('listitem')).toContainText([
      /Expired.*mwenge/,
      /mwenge.*Give no goods yet\. Still to pay: TZS\s5,000\./,
    ])
    await expect(page.getByText(/0754|255754/)).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await checkScreen(till, 'owners-view')
    await attention.scrollIntoViewIfNeeded()
    await picture(till, 'owners-view-attention')
  })

  await test.step('it shows what is sold meanwhile', async () => {
    await shipped(selling, [paidNow(2)])
    await expect(sold.getByRole('row', { name: /Counter 1 · duka/ })).toContainText('30,000', soon)
  })

  await test.step('it is there again after a restart, until it is closed', async () => {
    await till.close()
    const again = await launch()
    await unlock(again.page)
    await expect(again.page.getByRole('region', { name: 'Confirmed' })).toContainText(
      '45,000',
      soon,
    )
    await again.page.getByRole('button', { name: 'Close the owner’s view' }).click()
    const dialog = again.page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Close the owner’s view' }).click()
    await expect(again.page.getByRole('button', { name: 'Practice mode' })).toBeVisible(soon)
  })
  await Promise.all([selling.close(), other.close()])
})
