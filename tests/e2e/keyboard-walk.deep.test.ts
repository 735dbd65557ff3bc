import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { defaultCharging } from '../../shared/settings/charging'
import { calls } from '../support/window/bridge'
import { connectFirst, unlock } from '../support/window/connection'
import { sealsWithPassphrase } from '../support/window/electron-switches'
import { expectState } from '../support/window/expectations'
import {
  chargeButton,
  fillMobile,
  paymentState,
  phones,
  pressPayButton,
  sellCard,
  sellMobile,
} from '../support/window/payment'
import {
  addPeople,
  expectLocked,
  openSettings,
  people,
  settingsPages,
} from '../support/window/staff'
import { expect, test } from '../support/window/test'

/*
 * Everything that a pointer can press is reached with Tab and arrows. Pressed by keys alone elsewhere: here it is
 * compared, screen by screen.
 */

/** The number pad on the screen is what a keyboard types into the field itself. */
const forFingersAlone = '[aria-label="Number pad"] *'

const mark = 'data-walked'

/** Marks nothing yet, and puts the focus before everything. */
function begin(page: Page): Promise<void> {
  return page.evaluate(attribute => {
    for (const each of document.querySelectorAll(`[${attribute}]`)) each.removeAttribute(attribute)
    const first = document.querySelector<HTMLElement>('dialog[open]') ?? document.body
    first.tabIndex = -1
    first.focus()
    first.removeAttribute('tabindex')
  }, mark)
}

/** Marks what has the focus. Whether it was reached before, and whether arrows go on from it. */
function arrive(page: Page): Promise<{ known: boolean; inGroup: boolean }> {
  return page.evaluate(attribute => {
    const at = document.activeElement
    if (!at || at === document.body) return { known: false, inGroup: false }
    const known = at.hasAttribute(attribute)
    at.setAttribute(attribute, '')
    // A choice, a row of tabs and the items are one stop each.
    const group = at.closest('[role="radiogroup"], [role="tablist"], fieldset[aria-label]')
    const isMember = at.matches('[role="radio"], [role="tab"]') || group?.tagName === 'FIELDSET'
    return { known, inGroup: group !== null && isMember }
  }, mark)
}

const most = 250

/** Presses Tab until the focus comes round, and at each group its arrows until it does. */
async function walk(page: Page): Promise<void> {
  await begin(page)
  for (let presses = 0, gone = 0; presses < most && gone < 2; presses += 1) {
    await page.keyboard.press('Tab')
    const { known, inGroup } = await arrive(page)
    gone = known ? gone + 1 : 0
    if (known || !inGroup) continue
    // A choice changes what it moves to: round once ends where it began. A row that ends is walked back.
    const round = (await follow(page, 'ArrowRight')) || (await follow(page, 'ArrowDown'))
    if (!round) for (const back of ['ArrowLeft', 'ArrowUp']) await follow(page, back)
    // What another choice shows is read from the disk.
    await page.waitForTimeout(300)
  }
}

/** Presses an arrow until it leads nowhere, or to what was reached before: true for that. */
async function follow(page: Page, arrow: string): Promise<boolean> {
  for (let moves = 0; moves < most; moves += 1) {
    const before = await placeOfFocus(page)
    await page.keyboard.press(arrow)
    if ((await placeOfFocus(page)) === before) return false
    if ((await arrive(page)).known) return true
  }
  return false
}

function placeOfFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('*')]
    return String(document.activeElement && all.indexOf(document.activeElement))
  })
}

/** What can be pressed or typed in, is enabled and in the page, and has no mark. */
function notReached(page: Page): Promise<string[]> {
  return page.evaluate(
    ([attribute, left]) => {
      const screen = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
      const pressed =
        'button, a[href], input, select, textarea, summary, [role="radio"], [role="tab"]'
      return [...screen.querySelectorAll<HTMLElement>(pressed)]
        .filter(each => each.checkVisibility({ visibilityProperty: true }))
        .filter(each => !each.matches(`:disabled, [aria-hidden="true"], ${left}`))
        .filter(each => !each.hasAttribute(attribute))
        .map(each => each.ariaLabel ?? (each.textContent || each.outerHTML.slice(0, 120)))
    },
    [mark, forFingersAlone] as const,
  )
}

async function judge(page: Page, name: string): Promise<void> {
  await walk(page)
  // What was read from the disk too late for a walk is reached by the next; what no key reaches, by none.
  if ((await notReached(page)).length > 0) await walk(page)
  expect(await notReached(page), `${name}: not reached by keys`).toEqual([])
}

const items = ['Soda', 'Bread', 'Milk'].map((name, place) => ({
  name,
  price: 500 + place,
  code: '',
}))

test('every enabled thing on the screens of selling, and of Settings, is reached by keys', async ({
  till: { page },
}) => {
  test.setTimeout(600_000)
  const go = (name: string) =>
    page.getByRole('navigation').getByRole('button', { name, exact: true }).click()
  await calls(page, 'kaunta:settings.save', [
    { section: 'charging', value: { ...defaultCharging, items } },
  ])
  await fillMobile(page, { phone: phones.approves })
  await page.getByRole('group', { name: 'Items' }).getByRole('button', { name: 'Soda' }).click()
  await judge(page, 'charge')
  await page.getByRole('radio', { name: 'Cash' }).click()
  await judge(page, 'cash')
  await page.keyboard.press('F6')
  await sellMobile(page, { phone: phones.neverAnswers })
  await expectState(page, 'Waiting for customer')
  await judge(page, 'waiting')
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Paid')
  await judge(page, 'paid')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await judge(page, 'paid, more')
  await sellMobile(page, { phone: phones.declines })
  await expectState(page, 'Failed')
  await judge(page, 'failed')
  await sellMobile(page, { phone: phones.unknownWord })
  await expectState(page, 'Check with manager')
  await judge(page, 'a word without a meaning')
  await sellCard(page)
  await expectState(page, 'Waiting for customer')
  await judge(page, 'card')
  await pressPayButton(page, 'New sale')
  for (const place of ['Payments', 'Customers', 'Day', 'Help']) {
    await go(place)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await judge(page, place)
  }
  await go('Payments')
  await page.getByRole('row').filter({ hasText: 'Paid' }).first().getByRole('button').click()
  await judge(page, 'history')
  await go('Day')
  await page.getByRole('button', { name: 'Close the day…' }).click()
  await page.getByRole('button', { name: 'Close the day', exact: true }).waitFor()
  await judge(page, 'closing')
  await page.keyboard.press('F4')
  await page.getByRole('combobox').waitFor()
  await judge(page, 'did it go through')
  await page.keyboard.press('Escape')

  await addPeople(page, people.neema)
  for (const [group, tabs] of Object.entries<readonly string[]>(settingsPages)) {
    await openSettings(page, 'Language and appearance')
    await page.getByRole('tab', { name: group, exact: true }).click()
    if (tabs.length === 0) await judge(page, group)
    for (const tab of tabs) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await judge(page, tab)
    }
  }
})

/** Judges the dialog that is open, and closes it. */
async function judgeDialog(page: Page, name: string): Promise<void> {
  const dialog = page.locator('dialog[open]')
  await dialog.waitFor()
  await judge(page, name)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

test('every enabled thing of the dialogs, and of a locked till, is reached by keys', async ({
  till: { page },
}) => {
  test.setTimeout(600_000)
  const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
  const go = (name: string) =>
    page.getByRole('navigation').getByRole('button', { name, exact: true }).click()
  const many = Array.from({ length: 12 }, (_, n) => ({ name: `Item ${n}`, price: 500, code: '' }))
  await calls(page, 'kaunta:settings.save', [
    { section: 'charging', value: { ...defaultCharging, items: many } },
  ])
  await button('All items').click()
  await judgeDialog(page, 'all items')
  await fillMobile(page, { phone: phones.approves, amount: '2000000' })
  await chargeButton(page).click()
  await judgeDialog(page, 'read back')
  await fillMobile(page, { phone: phones.neverAnswers, amount: '15000' })
  await chargeButton(page).click()
  await expectState(page, 'Waiting for customer')
  await fillMobile(page, { phone: phones.neverAnswers, amount: '15000' })
  await chargeButton(page).click()
  await page.getByRole('alert').waitFor()
  await judge(page, 'number in use')
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Paid')
  await button('More').click()
  await button('Give back').click()
  await judgeDialog(page, 'give back')
  await sellMobile(page, { phone: phones.unknownWord })
  await expectState(page, 'Check with manager')
  await button('It means paid').click()
  await judgeDialog(page, 'meaning')
  await go('Charge')
  await page.getByRole('radio', { name: 'Cash' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('5000')
  await button(/^Cash taken/).click()
  await paymentState(page).waitFor()
  await judge(page, 'cash taken')
  await go('Customers')
  const person = page.getByRole('list', { name: 'Customer book' }).getByRole('button')
  for (const at of [0, 1]) {
    await person.nth(at).click()
    await judgeDialog(page, `customer, button ${at}`)
  }
  await go('Payments')
  await page.getByRole('radio', { name: /^Needs attention/ }).click()
  await judge(page, 'needs attention')
  await page.getByRole('radio', { name: 'Totals' }).click()
  // What comes during the walk is not reached.
  await page.getByRole('main').getByRole('row').getByRole('button').first().waitFor()
  await judge(page, 'totals')

  await addPeople(page, people.neema, people.rehema)
  await button('Add a person').click()
  await judgeDialog(page, 'add a person')
  await openSettings(page, 'Support')
  for (const name of ['Make a backup', 'Back up every day', 'Restore a backup']) {
    await button(name).click()
    await judgeDialog(page, name)
  }
  await page.keyboard.press('Control+l')
  await expectLocked(page, 'The till is locked.')
  await judge(page, 'locked')
  await page.getByRole('list', { name: 'People' }).getByRole('button').first().click()
  await page.getByLabel('PIN', { exact: true }).waitFor()
  await judge(page, 'PIN')
})

test('every enabled thing of a closed till is reached by keys', async ({
  launch,
  service,
  dataFolder,
}) => {
  test.skip(!sealsWithPassphrase, 'the passphrase closes it')
  test.slow()
  const first = await launch()
  await connectFirst(first.page, service)
  await first.close()
  const locked = await launch()
  await locked.page.getByLabel('Passphrase').waitFor()
  await judge(locked.page, 'passphrase')
  for (const name of ['Restore a backup', 'I have lost it']) {
    await locked.page.getByRole('button', { name }).click()
    await judgeDialog(locked.page, name)
  }
  await locked.close()
  for (const name of readdirSync(dataFolder).filter(each => each.startsWith('till.')))
    rmSync(join(dataFolder, name))
  const gone = await launch()
  await unlock(gone.page)
  await gone.page.getByLabel('Recovery code', { exact: true }).waitFor()
  await judge(gone.page, 'gone')
})

test('every enabled thing of the first start is reached by keys', async ({ launch }) => {
  const { page } = await launch()
  await page.getByRole('button', { name: 'Practice mode' }).waitFor()
  await judge(page, 'first start')
  await page.getByRole('button', { name: 'Connect to the service' }).click()
  await judge(page, 'first connection')
})
