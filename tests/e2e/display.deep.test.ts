import type { Locator, Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { calls } from '../support/window/bridge'
import { choosePractice } from '../support/window/connection'
import { phones } from '../support/window/payment'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'

/** How light the window is on the whole, 0 to 255: what an eye sees, not what a style sheet says. */
async function lightness(page: Page): Promise<number> {
  const { data } = PNG.sync.read(await page.screenshot())
  let sum = 0
  for (let at = 0; at < data.length; at += 4)
    sum += ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3
  return sum / (data.length / 4)
}

/** Whether there is ink in the middle of a zero as this text is drawn: a slash. */
function hasSlashedZero(text: Locator): Promise<boolean> {
  return text.evaluate(async element => {
    const font = `200px ${getComputedStyle(element).fontFamily}`
    await document.fonts.load(font, '0')
    const drawn = document.createElement('canvas').getContext('2d')
    if (!drawn) throw new Error('Nothing can be drawn')
    Object.assign(drawn, { font, textAlign: 'center' })
    const { actualBoundingBoxAscent: ascent } = drawn.measureText('0')
    drawn.fillText('0', 150, ascent)
    return (drawn.getImageData(150, Math.round(ascent / 2), 1, 1).data[3] ?? 0) > 128
  })
}

test('in Kiswahili from the first screen to PAID, and after a restart', async ({ launch }) => {
  const first = await launch()
  await first.page.getByRole('radio', { name: 'Kiswahili' }).click()
  await first.page.getByRole('button', { name: 'Hali ya mazoezi' }).click()
  const page = first.page
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  await page.getByRole('textbox', { name: 'Kiasi' }).fill('15000')
  await page.getByRole('textbox', { name: 'Namba ya simu' }).fill(`+${phones.approves}`)
  await page.getByRole('textbox', { name: 'Jina la kwanza' }).fill('Asha')
  await page.getByRole('textbox', { name: 'Jina la mwisho' }).fill('Mushi')
  await page.getByRole('button', { name: 'Omba malipo' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Yamelipwa' })).toBeVisible({
    timeout: 15_000,
  })
  await expect(page.locator('body')).not.toContainText(/\b(Paid|Charge|Recent payments)\b/)
  await test.step('a zero has a slash in a reference, and none in money and phone numbers', async () => {
    const main = page.getByRole('main')
    expect(await hasSlashedZero(main.getByText('15,000').first())).toBe(false)
    expect(await hasSlashedZero(main.getByText('0700 000 001').first())).toBe(false)
    await page.getByRole('navigation').getByRole('button', { name: 'Malipo' }).click()
    await main.getByRole('row').getByRole('button').first().click()
    expect(await hasSlashedZero(main.locator('b[class*="code"]').first())).toBe(true)
  })
  await first.close()

  const second = await launch()
  await expect(second.page.getByRole('button', { name: 'Mipangilio' })).toBeVisible()
})

test('what is chosen for the display is seen at once', async ({ launch }) => {
  const first = await launch()
  const { page } = first
  await choosePractice(page)
  await test.step('the language can be changed back while the till runs', async () => {
    await openSettings(page, 'Language and appearance')
    await page.getByRole('radio', { name: 'Kiswahili' }).click()
    await expect(page.getByRole('button', { name: 'Mipangilio' })).toBeVisible()
    await page.getByRole('radio', { name: 'English' }).click()
    await expect(page.getByRole('button', { name: 'Settings' })).toBeVisible()
  })
  await test.step('what was said a moment ago is said in the new language too', async () => {
    await page.getByRole('button', { name: 'Payments' }).click()
    await page.getByRole('radio', { name: /^Needs attention/ }).click()
    await page.getByRole('button', { name: 'Check all' }).click()
    await expect(page.getByText('There was nothing to ask')).toBeVisible()
    await calls(page, 'kaunta:settings.saveDisplay', [
      { language: 'sw', theme: 'light', textSize: '100' },
    ])
    await expect(page.getByText('Hakukuwa na cha kuuliza.')).toBeVisible()
    await calls(page, 'kaunta:settings.saveDisplay', [
      { language: 'en', theme: 'light', textSize: '100' },
    ])
  })
  await test.step('dark colours are dark, and stay after a restart', async () => {
    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    const light = await lightness(page)
    await openSettings(page, 'Language and appearance')
    await page.getByRole('radio', { name: 'Dark' }).click()
    await expect.poll(() => lightness(page)).toBeLessThan(light / 2)
    await first.close()

    const second = await launch()
    await second.page.getByRole('textbox', { name: 'Amount' }).waitFor()
    await expect.poll(() => lightness(second.page)).toBeLessThan(light / 2)
  })
})
