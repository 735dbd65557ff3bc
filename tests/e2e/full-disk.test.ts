import type { DisplaySettings } from '../../shared/settings'
import { makeSmallDisk, type SmallDisk, smallDiskImpossible } from '../support/small-disk'
import { expectAccessible } from './support/accessibility'
import { calls } from './support/bridge'
import { choosePractice } from './support/connection'
import { expectState } from './support/expectations'
import { fillMobile, phones, railSales, sellMobile } from './support/sale'
import { keepScreenshot, resize } from './support/screenshots'
import { test as base, expect } from './support/test'
import type { Till } from './support/till'

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

const looks: DisplaySettings[] = [
  { language: 'en', theme: 'light', textSize: '100' },
  { language: 'en', theme: 'dark', textSize: '100' },
  { language: 'sw', theme: 'light', textSize: '100' },
]

test.skip(reason !== null, reason ?? '')

test('a full disk stops the till, says which sale it was, and lets it sell again', async ({
  launch,
  disk,
}) => {
  const till = await launch()
  const { page } = till
  await choosePractice(page)
  await sellMobile(page, { phone: phones.approves, amount: '4000' })
  await expectState(page, 'Paid')

  await fillMobile(page, { phone: phones.ordinary, amount: '73500' })
  disk.fill()
  await page.getByRole('button', { name: 'Request payment' }).click()
  await expect(page.getByRole('heading', { name: 'The till cannot sell now' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('The disk of this computer is full')
  await expect(main).toContainText('TZS\u00a073,500, phone 0754 001 212: a new payment.')
  await picture(till, 'full-disk-blocked', disk)

  disk.free()
  await expect(page.getByRole('heading', { name: 'The till can sell again' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(main).toContainText('TZS\u00a073,500')
  await expect(main).toContainText('Not recorded. Nothing was sent and nothing was charged.')
  await picture(till, 'full-disk-recovered', null)

  await page.getByRole('button', { name: 'Go on selling' }).click()
  await expect(railSales(page)).toHaveCount(1)
  await sellMobile(page, { phone: phones.approves, amount: '73500' })
  await expectState(page, 'Paid')
  await expect(railSales(page)).toHaveCount(2)
})

/** Each look; the display settings need a little room themselves. */
async function picture(till: Till, name: string, full: SmallDisk | null): Promise<void> {
  for (const look of looks) {
    await show(till, look, full)
    await resize(till, { width: 1024, height: 640 })
    await keepScreenshot(till, `${name}-${look.language}-${look.theme}`)
    await expectAccessible(till, `${name}, ${look.language}, ${look.theme}`)
  }
  await show(till, looks[0] ?? { language: 'en', theme: 'light', textSize: '100' }, full)
}

async function show(till: Till, look: DisplaySettings, full: SmallDisk | null): Promise<void> {
  if (full) full.leave(300_000)
  await calls(till.page, 'kaunta:settings.saveDisplay', [look])
  await till.page
    .locator(`html[lang="${look.language}"][data-theme="${look.theme}"]`)
    .waitFor({ state: 'attached' })
}
