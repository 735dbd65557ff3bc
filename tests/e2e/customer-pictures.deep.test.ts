import { expectAccessible } from '../support/window/accessibility'
import { calls } from '../support/window/bridge'
import { choosePractice } from '../support/window/connection'
import { pictures, speakEnglish } from '../support/window/customer-pictures'
import { customerPage, expect, test } from '../support/window/customer-window'
import { expectState } from '../support/window/expectations'
import { readQrCode } from '../support/window/qr-code'
import { phones, sellCard, sellMobile } from '../support/window/sale'
import { keepScreenshot } from '../support/window/screenshots'
import { openSettings } from '../support/window/staff'
import type { Till } from '../support/window/till'

/*
 * Pictures of the customer's window on displays as shops have them, for people to look at; and what a
 * machine can judge of them: that axe-core finds nothing, that all is on the display, and that what has
 * to be read from two metres is large enough.
 */

test.describe.configure({ mode: 'parallel' })

async function nameShop({ page }: Till, name: string): Promise<void> {
  const [state] = await calls(page, 'kaunta:till.state', [undefined])
  const { shop } = (state as { value: { settings: { shop: object } } }).value.settings
  await calls(page, 'kaunta:settings.save', [{ section: 'shop', value: { ...shop, name } }])
}

test('real money: idle, asked for, and in doubt', async ({
  displays,
  launchConnected,
  service,
}) => {
  test.slow()
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
})

test('real money: how it ends', async ({ displays, launchConnected }) => {
  test.slow()
  const till = await launchConnected({ env: { DISPLAY: displays.name } }, 'production')
  await nameShop(till, 'Duka la Amani')
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
