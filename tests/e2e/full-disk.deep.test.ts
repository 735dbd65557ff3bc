import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeSmallDisk, type SmallDisk, smallDiskImpossible } from '../support/small-disk'
import { choosePractice } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { fillMobile, phones, railPayments, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import { test as base, expect } from '../support/window/test'

const reason = smallDiskImpossible()

/** A till whose data folder is a disk of its own, which a test can fill. */
const test = base.extend<{ disk: SmallDisk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  disk: async ({}, use) => {
    const disk = makeSmallDisk(64)
    await use(disk)
    disk.remove()
  },
  dataFolder: async ({ disk }, use) => use(disk.folder),
})

test.skip(reason !== null, reason ?? '')

test('a full disk stops the till, says which payment it was, and lets it sell again', async ({
  launch,
  disk,
}) => {
  const till = await launch()
  const { page } = till
  await choosePractice(page)
  await sellMobile(page, { phone: phones.approves, amount: '4000' })
  await expectState(page, 'Paid')

  await fillMobile(page, { phone: phones.ordinary, amount: '73500' })
  // Its first look for customers' data to remove also writes: that must be over, or it meets the full disk first.
  const log = () => readFileSync(join(disk.folder, 'logs', 'main.log'), 'utf8')
  await expect.poll(log, { timeout: 20_000 }).toContain('customers-removed')
  disk.fill()
  await page.getByRole('button', { name: 'Request payment' }).click()
  await expect(page.getByRole('heading', { name: 'The till cannot sell now' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('The disk of this computer is full')
  await expect(main).toContainText(
    'TZS\u00a073,500, phone 0754 001 212: the customer was not asked to pay.',
  )
  await checkScreen(till, 'full-disk-blocked', () => disk.leave(300_000))

  disk.free()
  await expect(page.getByRole('heading', { name: 'The till can sell again' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(main).toContainText('Not paid: TZS\u00a073,500')
  await expect(main).toContainText('Not recorded, sent or charged.')
  await picture(till, 'full-disk-recovered')

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(railPayments(page)).toHaveCount(1)
  await sellMobile(page, { phone: phones.approves, amount: '73500' })
  await expectState(page, 'Paid')
  await expect(railPayments(page)).toHaveCount(2)
})
