import type { Locator, Page } from '@playwright/test'
import { stillTest } from '../../support/page/still-test'
import { expect } from '../../support/page/test'
import { type Sold, writeShopDays } from '../../support/shop-days'
import { calls } from '../../support/window/bridge'
import { expectSelling } from '../../support/window/connection'
import { expectAccessible, expectNoSidewaysScroll } from '../../support/window/pictures'

/*
 * What an owner sees of the money as bars: by hour, by day, by week and in rows. The days were sold in a real ledger;
 * the numbers next to the bars are compared with those of their tables, and with what was sold.
 */

/** Thursday, 5 March 2026, 16:42 in Dar es Salaam. */
const stillAt = Date.UTC(2026, 2, 5, 13, 42)
const test = stillTest(stillAt)
test.use({ actionTimeout: 15_000 })

// The days are closed in this process: their hours are those of its clock, and the till's is in Dar es Salaam.
process.env.TZ = 'Africa/Dar_es_Salaam'

/** An hour of a day of March 2026 (0 is the last of February), as the shop's clock says it. */
const moment = (day: number, hour: number, minute = 0) => Date.UTC(2026, 2, day, hour - 3, minute)

const sold = (day: number, hour: number, by: Sold['by'], value: number): Sold => ({
  at: moment(day, hour, 10),
  by,
  value,
})

const soda = { name: 'Soda', quantity: 20, price: 1_500 }
const airtime = { name: 'Airtime', quantity: 42, price: 5_000 }

/** Closed at 19:00 each day; on the day before, one more is sold after that. */
const days = [
  ...Array.from({ length: 33 }, (_, n) => n - 28).map(day => ({
    sold: [
      ...(day === 4 ? [] : [sold(day, 9, 'mobile', 40_000 + day * 1_000)]),
      sold(day, 12, 'mobile', 100_000),
      sold(day, 18, 'cash', 20_000),
    ],
    closedAt: moment(day, 19),
  })),
  {
    sold: [
      sold(5, 8, 'mobile', 30_000),
      sold(5, 9, 'mobile', 50_000),
      sold(5, 9, 'card', 12_000),
      sold(5, 9, 'cash', 8_000),
      { ...sold(5, 12, 'mobile', 210_000), lines: [airtime] },
      { ...sold(5, 12, 'cash', 30_000), lines: [soda] },
      sold(5, 12, 'card', 12_000),
      sold(5, 15, 'mobile', 90_000),
    ],
    closedAt: null,
  },
]

async function numbers(table: Locator): Promise<Record<string, string[]>> {
  const rows = await table.locator('tbody tr').all()
  const cells = await Promise.all(rows.map(row => row.locator('th, td').allTextContents()))
  return Object.fromEntries(cells.map(([name = '', ...rest]) => [name, rest]))
}

/** How high each bar is drawn, as a share of the highest. */
async function shares(page: Page): Promise<number[]> {
  const heights = await page
    .locator('figure > div > :is(button, span)')
    .evaluateAll(bars =>
      bars.map(bar =>
        [...bar.querySelectorAll('svg > rect')]
          .map(part => part.getBoundingClientRect().height)
          .reduce((sum, height) => sum + height, 0),
      ),
    )
  return heights.map(height => height / Math.max(...heights))
}

const go = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('the day, the week and the month as bars say what their tables say', async ({
  launch,
  dataFolder,
}) => {
  test.slow()
  const first = await launch()
  await first.page.getByRole('button', { name: 'Practice mode' }).click()
  await expectSelling(first.page)
  await first.stop()
  await first.page.close()
  await writeShopDays(dataFolder, days)
  const { page } = await launch()
  await expectSelling(page)

  await test.step('Day begins with its hours, and the same weekday before', async () => {
    await go(page, 'Day')
    const table = page.getByRole('table', { name: 'Money by hour (TZS)' })
    await expect(table).toBeAttached()
    expect(await numbers(table)).toEqual({
      '08:00–08:59': ['30,000', '0', '0', '0'],
      '09:00–09:59': ['50,000', '12,000', '8,000', '38,000'],
      '10:00–10:59': ['0', '0', '0', '0'],
      '11:00–11:59': ['0', '0', '0', '0'],
      '12:00–12:59': ['210,000', '12,000', '30,000', '100,000'],
      '13:00–13:59': ['0', '0', '0', '0'],
      '14:00–14:59': ['0', '0', '0', '0'],
      '15:00–15:59': ['90,000', '0', '0', '0'],
      '16:00–16:59': ['0', '0', '0', '0'],
      '17:00–17:59': ['0', '0', '0', '0'],
      '18:00–18:59': ['0', '0', '0', '20,000'],
    })
    // The value stands on the highest bar alone, and each bar is as high as its row.
    await expect(page.locator('figure text')).toHaveText('252,000')
    const sums = [30, 70, 0, 0, 252, 0, 0, 90, 0, 0, 0].map(sum => sum / 252)
    const drawn = await shares(page)
    for (const [n, share] of sums.entries()) expect(drawn[n]).toBeCloseTo(share, 1)
  })

  await test.step('it is drawn in both themes, in forced colours and without scrolling sideways', async () => {
    await expect.soft(page).toHaveScreenshot('day-hours-light.png')
    await page.emulateMedia({ forcedColors: 'active' })
    await expect.soft(page).toHaveScreenshot('day-hours-forced.png')
    await page.emulateMedia({ forcedColors: 'none' })
    await expectNoSidewaysScroll({ page }, 'Day')
    await expectAccessible({ page }, 'Day')
    const dark = { language: 'sw', theme: 'dark', textSize: '100' }
    await calls(page, 'kaunta:settings.saveDisplay', [dark])
    await page.locator('html[lang="sw"][data-theme="dark"]').waitFor()
    await expect.soft(page).toHaveScreenshot('day-hours-dark.png')
    await expectAccessible({ page }, 'Day, dark')
    await calls(page, 'kaunta:settings.saveDisplay', [{ ...dark, language: 'en', theme: 'light' }])
    await page.locator('html[lang="en"][data-theme="light"]').waitFor()
  })

  await test.step('the rows of the tables have bars, the best seller first', async () => {
    const rows = page.getByRole('table', { name: /What was sold/ }).getByRole('row')
    await expect(rows).toHaveText([/42 × Airtime.*210,000/, /20 × Soda.*30,000/])
  })

  await test.step('Enter on a bar opens the payments of its hour', async () => {
    const bar = page.getByRole('button', { name: '12:00–12:59: TZS 252,000' })
    await bar.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Day' })).toHaveValue('hour')
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 3)
    await expect(page.getByRole('region', { name: 'Totals of the payments shown' })).toContainText(
      'TZS 222,000',
    )
  })

  await test.step('Totals have bars by day and by week', async () => {
    await page.getByRole('radio', { name: 'Totals' }).click()
    await expect(page.locator('figure')).toContainText('By day')
    const table = page.getByRole('table').filter({ hasText: 'Thu 5 Mar' })
    await expect(table.getByRole('row').nth(1)).toContainText('404,000')
    expect(await shares(page)).toHaveLength(31)
    expect((await shares(page)).at(-2)).toBeCloseTo(120 / 442, 1)
    await expect.soft(page).toHaveScreenshot('totals-light.png')
    await expectAccessible({ page }, 'Totals')
    await expectNoSidewaysScroll({ page }, 'Totals')
    await page.getByRole('radio', { name: 'By week' }).click()
    await expect(page.locator('figure')).toContainText('By week')
    expect(await shares(page)).toHaveLength(13)
  })

  await test.step('this month is next to the one before, up to the same day', async () => {
    const table = page.getByRole('table', { name: /This month and the one before/ })
    const rows = table.getByRole('row')
    await expect(rows.nth(1)).toContainText(/5 Mar930,000.*118,000/)
    await expect(rows.nth(2)).toContainText(/5 Feb575,000.*100,000/)
  })
})
