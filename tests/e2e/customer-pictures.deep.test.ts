import type { DisplaySettings } from '../../shared/settings'
import { calls } from '../support/window/bridge'
import { choosePractice } from '../support/window/connection'
import { customerPage, type Displays, expect, test } from '../support/window/customer-window'
import { expectState } from '../support/window/expectations'
import { readQrCode } from '../support/window/outputs'
import { phones, sellCard, sellMobile } from '../support/window/payment'
import { expectAccessible, keepScreenshot, type Size } from '../support/window/pictures'
import { openSettings } from '../support/window/staff'
import { quickService } from '../support/window/test'
import type { Till } from '../support/window/till'

const sizes: Record<string, Size> = {
  small: { width: 1024, height: 640 },
  usual: { width: 1920, height: 1080 },
  portrait: { width: 1080, height: 1920 },
}

const looks: DisplaySettings[] = [
  { language: 'en', theme: 'light', textSize: '100' },
  { language: 'sw', theme: 'dark', textSize: '100' },
  { language: 'en', theme: 'dark', textSize: '100' },
  { language: 'sw', theme: 'light', textSize: '100' },
]

/** A scene, as it is to be pictured. */
interface Subject {
  displays: Displays
  name: string
  /** Where it is there for a short time only: makes it again for each display. */
  make?: () => Promise<void>
}

/** Every look on the smallest display, and the two that differ most on each of the others. */
async function pictures(till: Till, { displays, name, make }: Subject): Promise<void> {
  for (const [sizeName, size] of Object.entries(sizes)) {
    await displays.plug(size)
    await customerPage(till.app, size)
    await make?.()
    const customer = { ...till, page: await customerPage(till.app, size) }
    const scene = await customer.page.getByRole('main').getAttribute('data-scene')
    for (const look of sizeName === 'small' ? looks : looks.slice(0, 2)) {
      await wear(customer, look)
      const full = `customer-${name}-${look.language}-${look.theme}-${sizeName}`
      await keepScreenshot(customer, full)
      expect(await customer.page.evaluate(misfits, size), full).toEqual([])
      if (sizeName === 'small') await expectAccessible(customer, full)
    }
    // What was pictured is what was meant: a result is there for half a minute only.
    await expect(customer.page.getByRole('main')).toHaveAttribute('data-scene', scene ?? '')
  }
}

/** Puts a look on both windows. */
async function wear(customer: Till, look: DisplaySettings): Promise<void> {
  const [till] = customer.app.windows()
  if (till) await calls(till, 'kaunta:settings.saveDisplay', [look])
  await customer.page
    .locator(`html[lang="${look.language}"][data-theme="${look.theme}"]`)
    .waitFor({ state: 'attached' })
}

/**
 * Texts that are cut off, or too small: a thirtieth of the display's shorter side, which is a capital
 * of 6 mm and more on a display of ten inches.
 */
function misfits({ width, height }: Size): string[] {
  const smallest = Math.min(width, height) / 30
  return [...document.querySelectorAll<HTMLElement>('header *, main *')]
    .filter(({ childElementCount, textContent }) => childElementCount === 0 && textContent)
    .filter(element => {
      const box = element.getBoundingClientRect()
      const outside = box.left < 0 || box.top < 0 || box.right > width || box.bottom > height
      const style = getComputedStyle(element)
      // A shop's name may be longer than any line.
      const cut = style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1
      return outside || cut || Number.parseFloat(style.fontSize) < smallest
    })
    .map(element => `${element.tagName} ${element.textContent}`)
}

/** In English again, for tests that press buttons by their English names. */
async function speakEnglish({ page }: Till): Promise<void> {
  await calls(page, 'kaunta:settings.saveDisplay', [looks[0]])
  await page.locator('html[lang="en"]').waitFor({ state: 'attached' })
}

/*
 * Pictures of the customer's window on displays as shops have them, for people to look at; and what a
 * machine can judge of them: that axe-core finds nothing, that all is on the display, and that what has
 * to be read from two metres is large enough.
 */

async function nameShop({ page }: Till, name: string): Promise<void> {
  const [state] = await calls(page, 'kaunta:till.state', [undefined])
  const { shop } = (state as { value: { settings: { shop: object } } }).value.settings
  await calls(page, 'kaunta:settings.save', [{ section: 'shop', value: { ...shop, name } }])
}

test('real money: idle, asked for, in doubt, and how it ends', async ({
  displays,
  launchConnected,
  service,
}) => {
  test.setTimeout(600_000)
  service.control.setSession({ mobile: 3_600, card: 3_600 })
  service.control.setApproval(3_000)
  const till = await launchConnected({ env: { DISPLAY: displays.name } }, 'production')
  await nameShop(till, 'Duka la Amani')
  await pictures(till, { displays, name: 'idle' })
  await speakEnglish(till)
  await sellMobile(till.page, { phone: phones.ordinary, amount: '1250000' })
  await pictures(till, { displays, name: 'phone' })
  await speakEnglish(till)
  await sellCard(till.page, { amount: '120000' })
  await pictures(till, { displays, name: 'card' })
  const [, card] = service.control.payments()
  const customer = await customerPage(till.app)
  const scanned = readQrCode(await customer.screenshot())
  expect(scanned).toBe(JSON.parse(card?.answer ?? '{}').data.checkout_url)
  await speakEnglish(till)
  await till.page.getByRole('button', { name: 'Stop waiting' }).click()
  await pictures(till, { displays, name: 'ask' })
  service.control.setApproval(quickService.approvalSeconds)
  const ends = [
    ['paid', phones.approves, 'Paid'],
    ['not-paid', phones.declines, 'Failed'],
  ] as const
  for (const [name, phone, word] of ends) {
    const make = async () => {
      await speakEnglish(till)
      await sellMobile(till.page, { phone, amount: '15000' })
      await expectState(till.page, word)
    }
    await pictures(till, { displays, name, make })
  }
})

test('a longer name, marked as no real money, and the owner’s settings', async ({
  displays,
  launchConnected,
  service,
}) => {
  test.slow()
  service.control.setSession({ mobile: 3_600, card: 3_600 })
  service.control.setApproval(3_000)
  const till = await launchConnected({ env: { DISPLAY: displays.name } })
  await nameShop(till, 'Duka la Vyakula na Vinywaji la Mama Amani, Kariakoo')
  await pictures(till, { displays, name: 'sandbox-idle' })
  await speakEnglish(till)
  await sellMobile(till.page, { phone: phones.ordinary, amount: '12345678901' })
  await pictures(till, { displays, name: 'sandbox-phone' })
  await speakEnglish(till)
  await openSettings(till.page, 'Customer display')
  await till.page.getByRole('button', { name: 'Show a test picture' }).click()
  await keepScreenshot({ ...till, page: await customerPage(till.app) }, 'customer-test-picture')
  await keepScreenshot(till, 'settings-customer-two-displays')
  await expectAccessible(till, 'settings, customer window')
})

test('practice is marked', async ({ displays, launch }) => {
  const till = await launch({ env: { DISPLAY: displays.name } })
  await choosePractice(till.page)
  await pictures(till, { displays, name: 'practice-idle' })
  await expect((await customerPage(till.app)).getByRole('banner')).toContainText('MAZOEZI')
})
