import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { defaultAlerts } from '../../shared/settings/alerts'
import { defaultReceiptSettings } from '../../shared/settings/receipts'
import type { PracticeService } from '../support/practice/start'
import { cardCreated, envelope } from '../support/service/answers'
import { calls } from '../support/window/bridge'
import { expectNextInSight, expectState } from '../support/window/expectations'
import { installPrinter, pdfText, printedBy } from '../support/window/outputs'
import { phones, pressPayButton, sellCard, sellMobile } from '../support/window/payment'
import {
  checkScreen,
  expectAccessible,
  expectNoSidewaysScroll,
  keepScreenshot,
  picture,
  resize,
} from '../support/window/pictures'
import { openSettings } from '../support/window/staff'
import { test as base, expect } from '../support/window/test'
import type { Till } from '../support/window/till'

/** Main no longer opens other programs: it keeps the addresses, and nothing leaves the machine. */
async function keepOpenedAddresses({ app }: Till): Promise<void> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async address => {
      opened.push(address)
    }
  })
}

/** The addresses that main wanted to open, oldest first. */
function openedAddresses({ app }: Till): Promise<string[]> {
  return app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}

interface Spoken {
  text: string
  lang: string
  volume: number
}

interface VoiceKept {
  spoken: Spoken[]
}

/** Gives the window a computer with these voices, and keeps what they say. */
async function installVoices(page: Page, languages: readonly string[]): Promise<void> {
  await page.evaluate(langs => {
    const spoken: Spoken[] = []
    Object.assign(window, { spoken })
    Object.defineProperty(speechSynthesis, 'getVoices', {
      configurable: true,
      value: () => langs.map(lang => ({ lang, localService: true, name: lang })),
    })
    // What is told to speak takes only a voice of Chromium's own.
    Object.defineProperty(window, 'SpeechSynthesisUtterance', {
      configurable: true,
      value: class {
        constructor(readonly text: string) {}
      },
    })
    Object.defineProperty(speechSynthesis, 'speak', {
      configurable: true,
      value: ({ text, lang, volume }: Spoken) => spoken.push({ text, lang, volume }),
    })
  }, languages)
}

function spokenBy(page: Page): Promise<Spoken[]> {
  return page.evaluate(() => (window as unknown as VoiceKept).spoken)
}

const test = base.extend<{ till: Till }>({
  till: async ({ launchConnected, dataFolder }, use) =>
    use(await launchConnected({ env: { HOME: path.join(dataFolder, 'home') } })),
})

// Pictures in every look and size take their time.
test.slow()

const button = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: true })

const shopLines = {
  shopAddress: 'Sokoni 5, Arusha',
  shopPhone: '0754 000 111',
  taxNumber: '100-200-300',
}

async function paidByCard(page: Page, { control }: PracticeService): Promise<void> {
  await sellCard(page)
  await expectState(page, 'Waiting for customer')
  control.decide(control.payments().at(-1)?.reference ?? '', 'completed')
  await expectState(page, 'Paid')
}

test('receipts are numbered a till, and carry the shop’s lines and its language', async ({
  till,
}) => {
  const { page } = till
  await installPrinter(till, 'prints')
  await openSettings(page, 'Receipts and printer')
  await page.getByRole('textbox', { name: 'Address' }).fill(shopLines.shopAddress)
  await page.getByRole('textbox', { name: 'Phone' }).fill(shopLines.shopPhone)
  await page.getByRole('textbox', { name: 'Tax number' }).fill(shopLines.taxNumber)
  await page.getByRole('textbox', { name: 'Included tax (%)' }).fill('18')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await picture(till, 'settings-receipts-tax')
  for (const number of [1, 2]) {
    await sellMobile(page, { phone: phones.approves, amount: '15000' })
    await expectState(page, 'Paid')
    await button(page, 'Print receipt').click()
    await expect.poll(async () => (await printedBy(till)).length).toBe(number)
    const text = (await printedBy(till))[number - 1]?.text ?? ''
    expect(text).toMatch(new RegExp(`Receipt no\\.\\s+${number}\\b`))
    for (const line of Object.values(shopLines)) expect(text).toContain(line)
    expect(text).toMatch(/Tax included, 18%\s+2,288/)
  }
  await test.step('a copy keeps the number of the first', async () => {
    await button(page, 'Print copy').click()
    await expect.poll(async () => (await printedBy(till)).length).toBe(3)
    expect((await printedBy(till))[2]?.text).toMatch(/COPY 2[\s\S]*Receipt no\.\s+2\b/)
  })
  await test.step('in Kiswahili, with the till’s language', async () => {
    const look = { language: 'sw', theme: 'light', textSize: '100' }
    await calls(page, 'kaunta:settings.saveDisplay', [look])
    await button(page, 'Zaidi').click()
    await button(page, 'Hifadhi kama PDF').click()
    const said = page.getByText(/^Imehifadhiwa: /)
    await expect(said).toBeVisible({ timeout: 30_000 })
    const text = pdfText(((await said.textContent()) ?? '').replace('Imehifadhiwa: ', ''))
    expect(text).toMatch(/Risiti Na\.\s+2\b/)
    expect(text).toContain('YAMELIPWA')
  })
})

test('a receipt is sent with the shop’s own WhatsApp or e-mail, only by a press', async ({
  till,
  service,
}) => {
  const { page } = till
  await keepOpenedAddresses(till)
  await calls(page, 'kaunta:settings.save', [
    { section: 'receipts', value: { ...defaultReceiptSettings, ...shopLines } },
  ])
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Paid')
  expect(await openedAddresses(till)).toEqual([])
  await expect(button(page, 'Send by e-mail')).toHaveCount(0)
  await button(page, 'Send by WhatsApp').click()
  await expect(page.getByText('The message is open. Press Send there.')).toBeVisible()
  const [chat] = await openedAddresses(till)
  const { origin, pathname, searchParams } = new URL(chat ?? '')
  expect([origin, pathname]).toEqual(['https://wa.me', `/${phones.approves}`])
  for (const words of [
    'SANDBOX: no real money',
    'TZS 15,000',
    shopLines.shopAddress,
    'Receipt no.: 1',
  ])
    expect(searchParams.get('text')).toContain(words)
  await checkScreen(till, 'receipt-sent')

  await test.step('and to a number that is typed', async () => {
    await pressPayButton(page, 'Send to another number')
    const dialog = page.getByRole('alertdialog', { name: 'Send to another number' })
    await dialog.getByRole('textbox', { name: 'Phone number' }).fill('12')
    await dialog.getByRole('button', { name: 'Send by WhatsApp' }).click()
    await expect(dialog.getByText('Type the whole number, like 0754 001 212.')).toBeVisible()
    await checkScreen(till, 'receipt-to-number')
    await dialog.getByRole('textbox', { name: 'Phone number' }).fill('0754 001 299')
    await dialog.getByRole('button', { name: 'Send by WhatsApp' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(() => openedAddresses(till)).toHaveLength(2)
    const typed = new URL((await openedAddresses(till))[1] ?? '')
    expect(typed.pathname).toBe('/255754001299')
    expect(typed.searchParams.get('text')).toContain('COPY 2')
  })

  await test.step('a card payment, whose customer has an e-mail address', async () => {
    await paidByCard(page, service)
    await pressPayButton(page, 'Send by e-mail')
    await expect(page.getByText('The message is open. Press Send there.')).toBeVisible()
    const address = (await openedAddresses(till)).at(-1) ?? ''
    expect(address).toMatch(/^mailto:juma@example\.com\?subject=/)
    expect(decodeURIComponent(address)).toContain('TZS 42,500')
    await picture(till, 'receipt-sent-card')
  })

  await test.step('with letters of twice the size', async () => {
    await resize(till, { width: 1024, height: 640 })
    const large = { language: 'en', theme: 'light', textSize: '200' }
    await calls(page, 'kaunta:settings.saveDisplay', [large])
    await expectNextInSight(page)
    await button(page, 'More').click()
    for (const name of ['Send by WhatsApp', 'Send by e-mail']) {
      await button(page, name).scrollIntoViewIfNeeded()
      await button(page, name).click({ trial: true })
    }
    await keepScreenshot(till, 'text-200-receipt-sent')
    await expectNoSidewaysScroll(till, 'receipt-sent at 200 %')
    await expectAccessible(till, 'receipt-sent at 200 %')
  })
})

test('the voice, no program to send with, and a card payment’s link', async ({ till, service }) => {
  await test.step('the voice says PAID where it was switched on, and only with a voice of this computer', () =>
    speak(till))
  await till.page.reload()
  await test.step('a computer without such a program: the screen says so, and the payment stays paid', () =>
    sendWithoutProgram(till))
  await test.step('a card payment’s link is copied, an https link only', () =>
    copyLink(till, service))
})

async function sendWithoutProgram(till: Till): Promise<void> {
  const { page, app } = till
  await app.evaluate(({ shell }) => {
    shell.openExternal = () => Promise.reject(new Error('no program'))
  })
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Paid')
  await button(page, 'Send by WhatsApp').click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expectState(page, 'Paid')
  await expectNextInSight(page)
  await picture(till, 'receipt-not-sent')
}

async function copyLink(till: Till, service: PracticeService): Promise<void> {
  const { page, app } = till
  await test.step('not one to this computer', async () => {
    await sellCard(page)
    await expectState(page, 'Waiting for customer')
    await expect(button(page, 'Copy link')).toHaveCount(0)
  })
  const body = JSON.stringify(
    envelope({ ...cardCreated, amount: { currency: 'TZS', value: 42_500 } }),
  )
  const effect = {
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body,
  } as const
  service.control.rule({ operation: 'card-create' }, { when: 'after', effect })
  await sellCard(page, { phone: phones.neverAnswers })
  await app.evaluate(({ clipboard }) => clipboard.clear())
  await button(page, 'Copy link').click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(cardCreated.checkout_url)
  await picture(till, 'card-link-copied')
  await keepOpenedAddresses(till)
  for (const by of ['WhatsApp', 'SMS']) await button(page, `Send link by ${by}`).click()
  await expect(page.getByText('The message is open.')).toBeVisible()
  const text = encodeURIComponent(`Pay TZS 42,500 by card here:\n${cardCreated.checkout_url}`)
  await expect
    .poll(() => openedAddresses(till))
    .toEqual([
      `https://wa.me/${phones.neverAnswers}?text=${text}`,
      `sms:+${phones.neverAnswers}?body=${text}`,
    ])
}

async function speak({ page }: Till): Promise<void> {
  const alerts = (spoken: boolean) =>
    calls(page, 'kaunta:settings.saveAlerts', [{ ...defaultAlerts, spoken }])
  const paid = async (amount: string) => {
    await sellMobile(page, { phone: phones.approves, amount })
    await expectState(page, 'Paid')
    // The sound of PAID rings out first.
    await page.waitForTimeout(1_500)
  }
  await test.step('off at first', async () => {
    await installVoices(page, ['en-GB'])
    await paid('1000')
    expect(await spokenBy(page)).toEqual([])
  })
  await test.step('on: once, with the amount, and said to be no real money', async () => {
    await alerts(true)
    await paid('15000')
    expect((await spokenBy(page)).map(({ text, lang }) => [text, lang])).toEqual([
      [expect.stringMatching(/not real money\. Paid, 15000 shillings$/), 'en-GB'],
    ])
  })
  await test.step('silent for what is not paid', async () => {
    await sellMobile(page, { phone: phones.declines })
    await expectState(page, 'Failed')
    await page.waitForTimeout(1_500)
    expect(await spokenBy(page)).toHaveLength(1)
  })
  await test.step('silent without a voice for the language, and Settings says so', async () => {
    await installVoices(page, ['de-DE'])
    await paid('2000')
    expect(await spokenBy(page)).toEqual([])
    await openSettings(page, 'Sounds')
    await expect(page.getByText(/no offline voice/)).toBeVisible()
  })
}
