import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { plainPages } from '../support/database'
import { calls } from '../support/window/bridge'
import { choosePractice, connectFirst, passphrase } from '../support/window/connection'
import { sealsWithPassphrase } from '../support/window/electron-switches'
import { expectState } from '../support/window/expectations'
import { fillCard, fillMobile, paymentState, sellMobile } from '../support/window/payment'
import { checkScreen, picture } from '../support/window/pictures'
import {
  inPracticeLedger,
  practiceKey,
  practiceLedgerFile,
} from '../support/window/practice-ledger'
import { filesIn, findSecret, searchFolder } from '../support/window/secret-search'
import { addPeople, openSettings, people } from '../support/window/staff'
import { test as base, expect } from '../support/window/test'

/** `elsewhere` is for what is not the till's own: its temporary files are put there to be searched too. */
const test = base.extend<{ elsewhere: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  elsewhere: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kaunta-elsewhere-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },
})

test.slow()

/** What no other text on the till has in it. */
const planted = {
  mobile: {
    phone: '255765908172',
    firstName: 'Zawadiquint',
    lastName: 'Mwakyembex',
    note: 'brings Qwortle back',
  },
  card: {
    phone: '255713846205',
    Email: 'xq.planted@kwizera.example',
    'First name': 'Ngasongwax',
    'Last name': 'Kilangilo',
    City: 'Sumbawangax',
    Address: 'Plot 77 Vuxterrace',
  },
  practice: { phone: '255784619053', firstName: 'Jumokexa', lastName: 'Odhiambox' },
  killed: { phone: '255752093846', firstName: 'Rehemaxu', lastName: 'Shirimax' },
  /** The person at the till. */
  staff: 'Neemaquill',
} as const

/** A number as it is sent and typed, and as people write it; a shorter part is in too many things. */
const formsOfPhone = (msisdn: string) => {
  const digits = msisdn.slice(3)
  return [digits, `${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`]
}

const { mobile, card, practice, killed } = planted
const secretsOfCustomers = [
  ...[mobile, card, practice, killed].flatMap(({ phone }) => formsOfPhone(phone)),
  ...[mobile.firstName, mobile.lastName, mobile.note],
  ...[card.Email, card['First name'], card['Last name'], card.City, card.Address],
  ...[practice.firstName, practice.lastName, killed.firstName, killed.lastName],
]

async function sellCardTo(page: Page, { phone, ...texts }: typeof planted.card): Promise<void> {
  await fillCard(page, { phone })
  for (const [name, text] of Object.entries(texts))
    await page.getByRole('textbox', { name }).fill(text)
  await page.getByRole('button', { name: 'Show card QR' }).click()
  await expectState(page, 'Waiting for customer')
}

async function sellMobileWithNote(page: Page, { note, ...payment }: typeof planted.mobile) {
  await fillMobile(page, payment)
  await page.getByRole('textbox', { name: 'Note' }).fill(note)
  await page.getByRole('button', { name: 'Request payment' }).click()
  await paymentState(page).waitFor()
}

test('a stolen disk gives away no customer, no key and no person', async ({
  launch,
  service,
  dataFolder,
  elsewhere,
}) => {
  const env = { TMPDIR: elsewhere, TMP: elsewhere, TEMP: elsewhere }
  await mkdir(elsewhere, { recursive: true })
  const till = await launch({ env })
  const { page } = till
  await connectFirst(page, service)
  await addPeople(page, { ...people.neema, name: planted.staff })
  await sellMobileWithNote(page, mobile)
  await expectState(page, 'Paid')
  await sellCardTo(page, card)
  // A connection with an open payment is not left.
  service.control.decide(service.control.payments().at(-1)?.reference ?? '', 'completed')
  await expectState(page, 'Paid')
  // Each screen that shows a customer, so that what Chromium keeps of them is there to be found.
  await page.getByRole('button', { name: 'Payments', exact: true }).click()
  await page.getByRole('button', { name: mobile.firstName }).first().click()
  await page.getByRole('button', { name: 'Customers' }).click()
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  await calls(page, 'kaunta:connection.choose', [{ kind: 'practice' }])
  await expect(page.getByText('Practice').first()).toBeVisible()
  await sellMobile(page, practice)
  await expectState(page, 'Paid')
  // The power goes while a payment is on its way.
  await sellMobile(page, killed)
  await till.kill()

  const files = (await filesIn(dataFolder)).map(file => path.relative(dataFolder, file))
  const own = ['key.json', 'till.db', 'ledger-sandbox.db', 'ledger-practice.db']
  expect(files).toEqual(expect.arrayContaining([...own, 'practice-service.jsonl']))
  const secrets = [service.apiKey, service.apiSecret, passphrase, planted.staff]
  for (const secret of [...secretsOfCustomers, ...secrets])
    for (const folder of [dataFolder, elsewhere])
      expect(await searchFolder(folder, secret), `${secret} in ${folder}`).toEqual([])

  // That the customers are there, for anyone who has the key.
  if (sealsWithPassphrase) {
    const key = await practiceKey(dataFolder)
    const plain = plainPages(practiceLedgerFile(dataFolder), key)
    for (const secret of [...Object.values(practice), ...Object.values(killed)])
      expect(findSecret(plain, secret)).toContain('utf8')
  }
})

test('the owner says for how long customers are known, and then they are gone from the file', async ({
  launch,
  dataFolder,
}) => {
  test.skip(!sealsWithPassphrase, 'the ledger’s key is sealed by a keychain here')
  const till = await launch()
  await choosePractice(till.page)
  await sellMobile(till.page, practice)
  await expectState(till.page, 'Paid')
  await openSettings(till.page, 'Privacy')
  const months = till.page.getByRole('textbox', { name: 'Months' })
  await expect(months).toHaveValue('24')
  await months.fill('3')
  await till.page.getByRole('button', { name: 'Save' }).click()
  await expect(till.page.getByText(/From 6 to 120 months/)).toBeVisible()
  await picture(till, 'settings-privacy-problem')
  await months.fill('12')
  await till.page.getByRole('button', { name: 'Save' }).click()
  await expect(till.page.getByText('Saved', { exact: true })).toBeVisible()
  await picture(till, 'settings-privacy')
  await till.close()

  // A till that has run for more than a year: it noted then that all this was there.
  await inPracticeLedger(dataFolder, database => {
    const monthsAgo = Date.now() - 400 * 86_400_000
    database.run('INSERT INTO retention_mark (at, up_to) SELECT ?, MAX(number) FROM link', [
      monthsAgo,
    ])
  })
  const file = practiceLedgerFile(dataFolder)
  const key = await practiceKey(dataFolder)
  expect(findSecret(plainPages(file, key), practice.lastName)).toContain('utf8')

  const later = await launch()
  const { page } = later
  // The first answer of the service says what time it is.
  await sellMobile(page, killed)
  await expectState(page, 'Paid')
  // The list is read each time that it is opened.
  await expect(async () => {
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    await page.getByRole('button', { name: 'Payments', exact: true }).click()
    await expect(page.getByText('Customer removed after 12 months')).toBeVisible({ timeout: 1_500 })
  }).toPass({ timeout: 60_000 })
  await picture(later, 'payments-customer-removed')
  await page.getByRole('button', { name: 'Customer removed after 12 months' }).click()
  await expect(page.getByText('The customer’s data was removed after 12 months')).toBeVisible()
  await checkScreen(later, 'history-customer-removed')
  await later.close()

  const plain = plainPages(file, key)
  for (const secret of [...formsOfPhone(practice.phone), practice.firstName, practice.lastName])
    expect(findSecret(plain, secret), secret).toEqual([])
  expect(findSecret(plain, killed.lastName)).toContain('utf8')
})
