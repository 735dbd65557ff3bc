import type { PracticeService } from '../support/practice/start'
import { calls, passTimeInWindow } from '../support/window/bridge'
import { unlock } from '../support/window/connection'
import { expectOnePayment, expectState } from '../support/window/expectations'
import { heardPeak, heardTones, listenIn } from '../support/window/outputs'
import {
  openFromRail,
  paymentState,
  phones,
  pressPayButton,
  railPayments,
  sellMobile,
} from '../support/window/payment'
import { openSettings } from '../support/window/staff'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

interface ShownNotice {
  title: string
  body: string
}

/** The notifications that the till handed to the desktop. */
interface Notices {
  shown(): Promise<ShownNotice[]>
  click(index: number): Promise<void>
}

/**
 * Catches notifications where the till hands them to the desktop, and nothing before it: a test's
 * display has no desktop that could show one or be clicked.
 */
async function collectNotices({ app }: Till): Promise<Notices> {
  await app.evaluate(({ Notification }) => {
    const caught: Electron.Notification[] = []
    Object.assign(globalThis, { caught })
    Notification.isSupported = () => true
    Notification.prototype.show = function show(this: Electron.Notification) {
      caught.push(this)
    }
  })
  return {
    shown: () =>
      app.evaluate(() => {
        const { caught } = globalThis as unknown as { caught: Electron.Notification[] }
        return caught.map(({ title, body }) => ({ title, body }))
      }),
    click: index =>
      app.evaluate((_electron, at) => {
        const { caught } = globalThis as unknown as { caught: Electron.Notification[] }
        caught[at]?.emit('click')
      }, index),
  }
}

/** The cashier has the till before them; other tests' windows on the same display take its focus away. */
async function isInFront({ app }: Till): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window) window.isFocused = () => true
  })
}

/** The cashier has put the till away; a test's display has no window manager that would minimise it. */
async function isElsewhere({ app }: Till): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
}

const newResults = ({ page }: Till) => page.getByRole('status', { name: 'New results' })

/** Two customers who decide when the test says so. */
async function sellTwo({ page }: Till, service: PracticeService): Promise<string[]> {
  service.control.setApproval(1_000)
  service.control.setSession({ mobile: 3_600 })
  await sellMobile(page, { phone: phones.approves, amount: '11000' })
  await expectState(page, 'Waiting for customer')
  await sellMobile(page, { phone: phones.ordinary, amount: '12000' })
  await expectState(page, 'Waiting for customer')
  return service.control.payments().map(({ reference }) => reference)
}

test('PAID waits next to the next sale, takes no key from it, and stays over reload and restart', async ({
  till,
  launch,
  service,
}) => {
  const { page } = till
  const [first = '', second = ''] = await sellTwo(till, service)
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  const name = page.getByRole('textbox', { name: 'First name' })
  await name.fill('')
  await name.focus()
  const numpad = await page.getByRole('button', { name: '5', exact: true }).boundingBox()
  service.control.decide(first, 'completed')
  await name.pressSequentially('Neema', { delay: 30 })
  await expect(newResults(till)).toContainText('Paid', { timeout: 20_000 })
  await expect(newResults(till)).toContainText('11,000')
  // Typed on, and nothing has moved under a finger.
  await expect(name).toBeFocused()
  await name.pressSequentially(' Juma', { delay: 30 })
  await expect(name).toHaveValue('Neema Juma')
  expect(await page.getByRole('button', { name: '5', exact: true }).boundingBox()).toEqual(numpad)

  service.control.decide(second, 'completed')
  await expect(newResults(till)).toContainText('12,000', { timeout: 20_000 })
  await page.reload()
  await expect(newResults(till)).toContainText('11,000')
  await expect(newResults(till)).toContainText('12,000')
  await till.close()

  const again = await launch()
  await unlock(again.page)
  await expect(newResults(again)).toContainText('11,000')
  await openFromRail(again.page, '12,000')
  await expectState(again.page, 'Paid')
  await expect(newResults(again)).not.toContainText('12,000')
  // Another screen does not acknowledge it; giving the goods does.
  await again.page.getByRole('button', { name: 'Payments' }).click()
  await expect(newResults(again)).toContainText('12,000')
  await openFromRail(again.page, '12,000')
  await again.page.getByRole('button', { name: 'Hand over goods' }).click()
  await expect(again.page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
  await expect(newResults(again)).not.toContainText('12,000')
  await expect(newResults(again)).toContainText('11,000')
  await again.page.getByRole('button', { name: 'Dismiss all' }).click()
  await expect(newResults(again)).toBeEmpty()
  await expect(again.page.getByRole('button', { name: 'Dismiss all' })).toBeHidden()
  await expect(railPayments(again.page)).toHaveCount(2)
})

test('results, where the cashier is and elsewhere', async ({ till, service }) => {
  test.slow()
  await test.step('each stays until it is acknowledged, and has a sound of its own', () =>
    acknowledge(till, service))
  service.control.reset()
  await till.page.reload()
  await test.step('a till that is not in front sends a notification, without a name, that leads to the payment', () =>
    notify(till, service))
})

async function acknowledge(till: Till, service: PracticeService): Promise<void> {
  const { page } = till
  // Before the first sound: the page makes its audio graph once.
  await listenIn(page)
  await test.step('PAID stays on the screen until Enter, which takes the next sale', async () => {
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Waiting for customer')
    // Enter while it waits is for nothing.
    await page.keyboard.press('Enter')
    await expectState(page, 'Paid')
    await page.waitForTimeout(1_000)
    await expectState(page, 'Paid')
    // A busy computer is later with what makes the button one that can be pressed.
    await expect(page.getByRole('button', { name: 'Hand over goods' })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await expect(newResults(till)).toBeEmpty()
  })
  await test.step('each result has a sound of its own, heard once, and none where sounds are off', async () => {
    await expect.poll(() => heardTones(page)).toBe('rising')
    service.control.reset()
    await listenIn(page)
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Paid')
    await expect.poll(() => heardTones(page)).toBe('rising')
    await listenIn(page)
    await sellMobile(page, { phone: phones.declines })
    await expectState(page, 'Failed')
    await expect.poll(() => heardTones(page)).toBe('falling')
    await listenIn(page)
    await sellMobile(page, { phone: phones.unknownWord })
    await expectState(page, 'Check with manager')
    await expect.poll(() => heardTones(page)).toBe('level')

    // Old news is not sounded again.
    await listenIn(page)
    await pressPayButton(page, 'Check now')
    await page.waitForTimeout(500)
    expect(await heardTones(page)).toBe('silence')

    await openSettings(page, 'Sounds')
    await page.getByRole('button', { name: 'Try “Failed”' }).click()
    await expect.poll(() => heardTones(page)).toBe('falling')
    const peaks: number[] = []
    for (const volume of ['Quiet', 'Normal', 'Loud']) {
      await page.getByRole('radiogroup', { name: 'Sounds' }).getByText(volume).click()
      await listenIn(page)
      await page.getByRole('button', { name: 'Try “Paid”' }).click()
      await expect.poll(() => heardTones(page)).toBe('rising')
      peaks.push(await heardPeak(page))
    }
    const [quiet = 0, normal = 0, loud = 0] = peaks
    // Six decibels are twice the amplitude: a difference that a shop hears.
    expect(normal - quiet, `${peaks}`).toBeGreaterThan(6)
    expect(loud - normal, `${peaks}`).toBeGreaterThan(6)
    // Of many results at once, one that waits to be heard speaks for the others.
    await listenIn(page)
    for (let press = 0; press < 20; press += 1)
      await page.getByRole('button', { name: 'Try “Paid”' }).click()
    await expect.poll(() => heardTones(page), { timeout: 5_000 }).toBe('rising')

    await page.getByRole('radiogroup', { name: 'Sounds' }).getByText('Off').click()
    await listenIn(page)
    await sellMobile(page, { phone: phones.approves, amount: '9000' })
    await expectState(page, 'Paid')
    await page.waitForTimeout(500)
    expect(await heardTones(page)).toBe('silence')
    expect(service.control.payments().length).toBe(4)
  })
}

async function notify(till: Till, service: PracticeService): Promise<void> {
  const { page } = till
  const notices = await collectNotices(till)
  const [first = '', second = ''] = await sellTwo(till, service)
  await isInFront(till)
  service.control.decide(first, 'completed')
  await expect(newResults(till)).toContainText('11,000', { timeout: 20_000 })
  expect(await notices.shown()).toEqual([])

  await isElsewhere(till)
  service.control.decide(second, 'failed')
  await expect.poll(() => notices.shown(), { timeout: 20_000 }).toHaveLength(1)
  const [notice] = await notices.shown()
  expect(notice?.title).toBe('Sandbox · Failed')
  expect(notice?.body).toContain('TZS 12,000')
  expect(notice?.body).toContain(phones.ordinary.slice(-3))
  expect(JSON.stringify(notice)).not.toMatch(/Asha|Mushi|5754|4001/)
  await notices.click(0)
  await expectState(page, 'Failed')
  await expect(page.getByRole('heading', { name: 'TZS 12,000' })).toBeVisible()
  expect(await notices.shown()).toHaveLength(1)
}

test('money that comes after the till looked elsewhere is said', async ({
  till: { page },
  service,
}) => {
  test.slow()
  await test.step('stopped waiting: the till keeps watching, and says so when the money comes', async () => {
    service.control.setApproval(1_000)
    service.control.setSession({ mobile: 3_600 })
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Waiting for customer')
    await page.getByRole('button', { name: 'Stop waiting' }).click()
    await expect(paymentState(page)).toContainText('The till keeps watching')
    await pressPayButton(page, 'New sale')
    service.control.decide(expectOnePayment(service, 1).reference, 'completed')
    await expect(page.getByRole('alert')).toContainText('Paid late', { timeout: 20_000 })
    await page.getByRole('button', { name: 'View payment' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
  })
  await test.step('paid in cash instead is recorded and watched; paid late it is a to-do', async () => {
    service.control.reset()
    service.control.setApproval(1_000)
    service.control.setSession({ mobile: 3_600 })
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Waiting for customer')
    await page.getByRole('button', { name: 'Take cash instead' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'TZS 15,000 paid in cash?' })
    await dialog.getByRole('button', { name: 'Record cash' }).click()
    // One state, and it is not that of what the service called paid.
    await expectState(page, 'Paid in cash')
    await expect(paymentState(page)).not.toContainText('Waiting for customer')
    await expect(page.getByRole('note')).toContainText('do not enter your PIN')
    await expect(page.getByRole('button', { name: 'Take cash instead' })).toBeHidden()

    // Still pending to the service, and paid there in the end.
    const { reference } = expectOnePayment(service, 1)
    await pressPayButton(page, 'New sale')
    service.control.decide(reference, 'completed')
    await expect(page.getByRole('alert')).toContainText('Too much', { timeout: 20_000 })
    await expect(page.getByRole('list', { name: 'Recent payments' })).toContainText(
      'Needs attention',
    )
    await page.getByRole('button', { name: 'View payment' }).click()
    await expect(paymentState(page)).toContainText('The customer paid more than is due.')
  })
})

test('what to say changes while the customer is waited for', async ({ till, service }) => {
  const { page } = till
  service.control.setApproval(10_000)
  service.control.setSession({ mobile: 120 })
  await sellMobile(page, { phone: phones.ordinary })
  await expectState(page, 'Waiting for customer')
  const say = page.getByRole('note')
  await expect(say).toContainText('look at your phone and enter your PIN to pay TZS 15,000')
  await passTimeInWindow(till, 20)
  await expect(say).toContainText('Has the message come')
  await passTimeInWindow(till, 75)
  await expect(say).toContainText('The time is almost over')
  await calls(page, 'kaunta:settings.saveDisplay', [
    { language: 'sw', theme: 'light', textSize: '100' },
  ])
  await expect(say).toContainText('Muda unakaribia kuisha')
})
