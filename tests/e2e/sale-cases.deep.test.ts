import { defaultCharging } from '../../shared/settings/charging'
import type { PracticeService } from '../support/practice/start'
import { calls } from '../support/window/bridge'
import { CounterWindow } from '../support/window/counter'
import { phones } from '../support/window/payment'
import { picture, resize } from '../support/window/pictures'
import {
  type DaySums,
  expectDay,
  expectSays,
  type Says,
  showIn,
} from '../support/window/sale-screen'
import { addPeople, people, signIn } from '../support/window/staff'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

// Each case is read in two languages, and may be kept as pictures in two themes.
test.slow()

const { neema, rehema } = people
const zuhura = { name: 'Zuhura', role: 'Cashier', pin: '5822' } as const

/**
 * A case of a sale. A person and the service do something, most often to the sale of the case before. Then the window says
 * something.
 */
interface Case {
  name: string
  does: (at: CounterWindow) => Promise<unknown>
  says: Says
  /** What another payment of the sale says. */
  other?: { open: RegExp; says: Says }
  /** What it adds to the day. */
  day?: DaySums
}

const paid: Says = {
  state: 'status.paid',
  means: 'paid',
  green: true,
  offers: ['hand-over', 'give-back'],
}
const gone: Says = {
  ...paid,
  means: 'paidHandedOver',
  advice: 'paidHandedOver',
  offers: ['give-back'],
}
const inCash: Says = { state: 'status.paidInCash', means: 'paidInCash', offers: ['give-back'] }
const waiting: Says = { state: 'status.waitingForCustomer', means: 'waitingMobile', offers: [] }
const tooMuch: Says = {
  ...{ state: 'status.tooMuch', means: 'tooMuch', advice: 'tooMuch' },
  ...{ offers: ['give-back'], asks: true },
}
const givenBack: Says = { state: 'status.givenBack', means: 'givenBack', offers: ['sellAgain'] }
const lacks: Says = {
  ...{ state: 'status.partPaid', means: 'paidInCash', advice: 'partTaken{TZS 5,500}' },
  ...{ offers: ['takeRest', 'give-back'], asks: true },
}
const doubted: Says = {
  ...{ state: 'status.manager', means: 'paidThenOther', advice: 'manager' },
  ...{ shows: ['live.contradicted'], offers: ['resolve', 'give-back'], asks: true },
}
const seen: Says = {
  ...{ state: 'status.resolved: ~resolvedAs.seen', means: 'seenThenFailed', advice: 'resolved' },
  offers: ['give-back'],
}
const takenBack: Says = {
  ...{ state: 'live.takenBack', means: 'takenBack', row: '~live.takenBack' },
  offers: ['sellAgain'],
}
const cashPart = 'live.partOf{TZS 10,000}: channel.cash TZS 4,500'
const bothParts = `${cashPart} + channel.mobile TZS 5,500`
const cashBack = (value: string) => `status.givenBack ~wayBack.cash: ${value}`

const paidBy = (name: string) => async (at: CounterWindow) => {
  await at.push({ name })
  await at.says('completed')
}
const chargedAgain = (name: string) => async (at: CounterWindow) => {
  await at.push({ name })
  await at.says('failed')
  await at.chargeAgain()
  await at.says('completed')
}
const firstIsPaid = async (at: CounterWindow) => {
  await at.openOther(/Failed/)
  await at.says('completed', 'first')
}
const partInCash = (name: string) => async (at: CounterWindow) => {
  await at.cash('10000', '4500')
  await at.restByPhone(name)
}
const restFailed = (name: string) => async (at: CounterWindow) => {
  await partInCash(name)(at)
  await at.says('failed')
  await at.openOther(/4,500/)
}
const partsPaid = (name: string) => async (at: CounterWindow) => {
  await partInCash(name)(at)
  await at.says('completed')
}
const goodsGone = (name: string) => async (at: CounterWindow) => {
  await paidBy(name)(at)
  await at.handOver()
  await at.says('failed')
  await at.resolve('Taken back by the service')
}
const seenPaid = (name: string) => async (at: CounterWindow) => {
  await at.pushUnanswered({ name })
  await at.resolve('Seen paid in the dashboard')
}

const requests: Case[] = [
  { name: '1', does: paidBy('Asha'), says: paid, day: { confirmed: 10_000 } },
  { name: '2', does: chargedAgain('Bahati'), says: paid, day: { confirmed: 10_000 } },
  {
    name: '3',
    does: firstIsPaid,
    says: tooMuch,
    other: { open: /Paid/, says: { ...paid, asks: true } },
    day: { confirmed: 10_000 },
  },
  {
    name: '3a',
    async does(at) {
      await at.openOther(/Failed|Too much|Resolved|manager/)
      await at.giveBack('10000', 'In cash')
      await at.openOther(/Paid/)
    },
    says: paid,
    day: { 'back in cash': 10_000 },
  },
  {
    name: '3b',
    async does(at) {
      await chargedAgain('Chausiku')(at)
      await firstIsPaid(at)
      await at.giveBack('10000', 'Through the service')
      await at.openOther(/Paid/)
    },
    says: paid,
    day: { confirmed: 20_000, 'back by service': 10_000 },
  },
  {
    name: '6',
    async does(at) {
      await at.push({ name: 'Daudi', part: '4000' })
      await at.says('completed')
      await at.restInCash()
      await at.openOther(/4,000/)
    },
    says: {
      ...paid,
      parts: 'live.partOf{TZS 10,000}: channel.mobile TZS 4,000 + channel.cash TZS 6,000',
    },
    day: { confirmed: 4_000, cash: 6_000 },
  },
  {
    name: '13',
    async does(at) {
      await at.push({ name: 'Zawadi', amount: '10500-500' })
      await at.says('completed')
    },
    says: { ...paid, shows: ['items.discount−500', 'TZS 10,000'] },
    day: { confirmed: 10_000 },
  },
  {
    name: '16',
    async does(at) {
      await at.push({ name: 'Elia' })
      const { phone } = at
      await at.says('failed')
      await at.chargeAgain('another phone')
      await at.says('completed')
      await at.push({ name: 'Faraja', phone })
      await at.says('completed')
    },
    says: paid,
    day: { confirmed: 20_000 },
  },
  {
    name: '16a',
    async does(at) {
      await at.open('Elia')
      await firstIsPaid(at)
    },
    says: tooMuch,
    day: { confirmed: 10_000 },
  },
  { name: '16a, the next purchase', does: at => at.open('Faraja'), says: paid },
]

const cash: Case[] = [
  {
    name: '4',
    async does(at) {
      await at.push({ name: 'Fatuma' })
      await at.takeCash()
    },
    says: { ...inCash, means: 'waitingCash', offers: ['give-back', 'undo'] },
    day: { cash: 10_000 },
  },
  {
    name: '4b',
    does: at => at.giveBack('10000', 'In cash'),
    says: { ...givenBack, shows: [cashBack('10,000')] },
    day: { 'back in cash': 10_000 },
  },
  { name: '4c', does: at => at.says('completed'), says: tooMuch, day: { confirmed: 10_000 } },
  {
    name: '5',
    does: partInCash('Gaudensia'),
    says: { ...waiting, parts: cashPart, offers: ['take-cash'] },
    day: { cash: 4_500 },
  },
  {
    name: '5a',
    async does(at) {
      await at.says('failed')
      await at.openOther(/4,500/)
    },
    says: { ...lacks, parts: cashPart },
  },
  {
    name: '5b',
    does: at => at.restInCash(),
    says: { ...inCash, parts: `${cashPart} + channel.cash TZS 5,500` },
    day: { cash: 5_500 },
  },
  {
    name: '5c',
    async does(at) {
      await restFailed('Hamisi')(at)
      await at.giveBack('4500', 'In cash')
    },
    says: {
      ...givenBack,
      parts: 'live.partOf{TZS 10,000}',
      shows: [cashBack('4,500')],
      row: 'recent.state.givenBack',
    },
    day: { cash: 4_500, 'back in cash': 4_500 },
  },
  {
    name: '5e',
    async does(at) {
      await at.openOther(/Failed/)
      await at.says('completed')
    },
    says: { ...tooMuch, parts: 'live.partOf{TZS 10,000}: channel.mobile TZS 5,500' },
    day: { confirmed: 5_500 },
  },
  {
    name: '5d',
    does: partsPaid('Imani'),
    says: { ...paid, parts: bothParts },
    day: { confirmed: 5_500, cash: 4_500 },
  },
  {
    name: '8',
    does: at => at.giveBack('2500', 'In cash'),
    says: { ...paid, parts: bothParts, shows: [cashBack('2,500')] },
    day: { 'back in cash': 2_500 },
  },
  {
    name: '7',
    async does(at) {
      await partsPaid('Jabali')(at)
      await at.handOver()
      await at.giveBack('2500', 'In cash')
    },
    says: { ...gone, parts: bothParts, shows: [cashBack('2,500')] },
    day: { confirmed: 5_500, cash: 4_500, 'back in cash': 2_500 },
  },
  {
    name: '7a',
    async does(at) {
      await at.push({ name: 'Kelvin' })
      await at.says('failed')
      await at.chargeAgainInCash('4500')
      await at.press('Take the rest')
      await at.restByPhone('Kelvin')
      await at.says('completed')
      await at.handOver()
      await at.giveBack('2500', 'In cash')
      await firstIsPaid(at)
    },
    says: tooMuch,
    day: { confirmed: 15_500, cash: 4_500, 'back in cash': 2_500 },
  },
  {
    name: '12',
    async does(at) {
      await at.cash('10000')
      await at.press('Undo')
    },
    says: { state: 'status.undone', means: 'undone', offers: ['chargeAgain'] },
  },
  {
    name: '15',
    async does(at) {
      await at.cash('10000', '10000', 'dblclick')
      await at.giveBack('2500', 'In cash', { press: 'dblclick' })
    },
    says: { ...inCash, shows: [cashBack('2,500')] },
    day: { cash: 10_000, 'back in cash': 2_500 },
  },
]

const afterwards: Case[] = [
  {
    name: '9',
    async does(at) {
      await paidBy('Latifa')(at)
      await at.says('failed')
    },
    says: doubted,
    day: { confirmed: 10_000 },
  },
  {
    name: '9a',
    does: at => at.resolve('Taken back by the service'),
    says: takenBack,
    day: { 'back by service': 10_000 },
  },
  {
    name: '9a, goods gone',
    does: goodsGone('Mariamu'),
    says: {
      ...takenBack,
      means: 'takenBackHandedOver',
      advice: 'unpaid',
      offers: ['takeRest', 'resolve'],
      asks: true,
    },
    day: { confirmed: 10_000, 'back by service': 10_000 },
  },
  {
    name: '9a, until cash is taken',
    does: at => at.restInCash(),
    says: inCash,
    day: { cash: 10_000 },
  },
  {
    name: '9a, until a manager ends it',
    async does(at) {
      await goodsGone('Neema')(at)
      await at.resolve('The shop bears it')
    },
    says: { ...takenBack, means: 'takenBackHandedOver', offers: [] },
    day: { confirmed: 10_000, 'back by service': 10_000 },
  },
  {
    name: '9b',
    async does(at) {
      await paidBy('Omari')(at)
      await at.says('failed')
      await at.resolve('The money is there')
      await expect(at.main.getByRole('button', { name: 'Hand over goods' })).toBeVisible()
    },
    says: { ...paid, advice: 'paidResolved' },
    day: { confirmed: 10_000 },
  },
  {
    name: '9c',
    async does(at) {
      await paidBy('Pendo')(at)
      await at.giveBack('10000', 'Through the service')
      await at.says('failed')
    },
    says: {
      ...doubted,
      shows: ['live.contradicted', 'status.givenBack ~wayBack.service: 10,000'],
      offers: ['resolve', 'sellAgain'],
    },
    day: { confirmed: 10_000, 'back by service': 10_000 },
  },
  {
    name: '9c, ended',
    async does(at) {
      const dialog = await at.openResolve()
      await expect(dialog.getByRole('radio')).toHaveCount(1)
      await at.picture('sale-case-9c-resolve')
      await at.page.keyboard.press('Escape')
      await at.resolve('Other')
    },
    says: givenBack,
  },
  {
    name: '18',
    async does(at) {
      await at.push({ name: 'Rehema', phone: phones.wrongAmount })
      await at.says('completed')
    },
    says: {
      state: 'status.manager',
      means: 'mismatch',
      advice: 'manager',
      offers: ['resolve'],
      asks: true,
    },
  },
  {
    name: '18, less is seen',
    does: at => at.resolve('Seen paid in the dashboard', '8000'),
    says: {
      ...{
        state: 'status.partPaid',
        means: 'paidInCash',
        advice: 'partTaken{TZS 2,000}',
      },
      ...{ offers: ['takeRest', 'give-back'], asks: true },
    },
    day: { seen: 8_000 },
  },
  {
    name: '18, the rest is paid',
    async does(at) {
      await at.press('Take the rest')
      await at.restByPhone('Rehema')
      await at.says('completed')
    },
    says: {
      ...{ state: 'status.resolved', means: 'paid', offers: ['hand-over', 'give-back'] },
      parts: 'live.partOf{TZS 10,000}: channel.mobile TZS 8,000 + channel.mobile TZS 2,000',
    },
    day: { confirmed: 2_000 },
  },
  {
    name: '10',
    async does(at) {
      await at.pushUnanswered({ name: 'Salima' })
      await at.resolve('Not paid')
      await at.push({ name: 'Tatu', phone: at.phone })
      await at.says('completed')
      await at.open('Salima')
      await at.says('completed', 'first')
    },
    says: {
      ...{
        state: 'status.paidLate',
        means: 'paid',
        advice: 'paidLate',
        shows: ['live.alsoPaid{TZS 10,000}'],
      },
      ...{ offers: ['hand-over', 'give-back', 'resolve'], asks: true },
    },
    day: { confirmed: 20_000 },
  },
  {
    name: '11',
    does: seenPaid('Upendo'),
    says: { ...seen, means: 'paidInCash' },
    day: { seen: 10_000 },
  },
  {
    name: '11a',
    does: at => at.says('completed'),
    says: { ...paid, advice: 'paidResolved', hides: ['day.blockText.settled'] },
    day: { seen: -10_000, confirmed: 10_000 },
  },
  {
    name: '11b',
    async does(at) {
      await seenPaid('Winfrida')(at)
      await at.says('failed')
    },
    says: {
      state: 'status.manager',
      means: 'seenThenFailed',
      advice: 'manager',
      offers: ['resolve'],
      asks: true,
    },
    day: { seen: 10_000 },
  },
  { name: '11b, kept', does: at => at.resolve('Seen paid in the dashboard'), says: seen },
  {
    name: '11b, given back before',
    async does(at) {
      await seenPaid('Yusufu')(at)
      await at.giveBack('10000', 'In cash')
      await at.says('failed')
      await at.resolve('Not paid')
    },
    says: {
      ...{ state: 'status.failed', means: 'failed', advice: 'unpaid', asks: true },
      ...{ shows: [cashBack('10,000')], offers: ['takeRest', 'resolve'] },
    },
    day: { 'back in cash': 10_000 },
  },
  {
    name: '11b, given back before, until a manager ends it',
    does: at => at.resolve('The shop bears it'),
    says: {
      ...{ state: 'status.failed', means: 'failed', advice: 'resolved' },
      ...{ shows: [cashBack('10,000')], offers: ['chargeAgain'] },
    },
  },
]

/** Plays the cases in order. A case that fails does not stop those after it. */
async function play(till: Till, service: PracticeService, cases: readonly Case[]): Promise<void> {
  const at = new CounterWindow(till, service)
  till.page.setDefaultTimeout(8_000)
  await resize(till, { width: 1024, height: 640 })
  const charging = { ...defaultCharging, discountLimit: 5 }
  await calls(till.page, 'kaunta:settings.save', [{ section: 'charging', value: charging }])
  const asking = new Set<string>()
  const failed: string[] = []
  for (const { name, does, says, other } of cases)
    await test
      .step(name, async () => {
        await does(at)
        if (says.asks) asking.add(at.customer)
        else asking.delete(at.customer)
        await picture(till, `sale-case-${name}`)
        await expectSays(till.page, name, says, asking.size)
        if (!other) return
        await at.openOther(other.open)
        await expectSays(till.page, `${name}, the other payment`, other.says, asking.size)
      })
      .catch(async error => {
        failed.push(`${name}: ${error.message}`)
        await showIn(till.page, 'en')
        await till.page.keyboard.press('Escape')
      })
  await till.page.getByRole('button', { name: 'Day', exact: true }).click()
  const undone = cases.some(({ name }) => name === '12')
    ? ['status.undone day.block.none 10,000']
    : []
  await expectDay(till.page, sumOf(cases), undone).catch(error => failed.push(error.message))
  await picture(till, `sale-cases-day-${cases[0]?.name}`)
  expect(failed.join('\n\n')).toBe('')
}

function sumOf(cases: readonly Case[]): DaySums {
  const sums: DaySums = {}
  for (const { day = {} } of cases)
    for (const [name, value] of Object.entries(day) as [keyof DaySums, number][])
      sums[name] = (sums[name] ?? 0) + value
  return { ...sums, drawer: (sums.cash ?? 0) - (sums['back in cash'] ?? 0) }
}

test('what a phone is asked for', ({ till, service }) => play(till, service, requests))
test('cash', ({ till, service }) => play(till, service, cash))
test('what the service says afterwards', ({ till, service }) => play(till, service, afterwards))

test('two cashiers and two days', async ({ till, service }) => {
  const { page } = till
  const at = new CounterWindow(till, service)
  page.setDefaultTimeout(8_000)
  await addPeople(page, neema, rehema, zuhura)
  await resize(till, { width: 1024, height: 640 })
  const approve = async () => {
    await page.getByLabel('Neema, your PIN').fill(neema.pin)
    await page.keyboard.press('Enter')
  }
  /** Locks the till, and signs in this person. */
  const isAt = async (person: typeof rehema | typeof neema | typeof zuhura) => {
    await page.keyboard.press('Control+l')
    await signIn(page, person)
  }
  const shift = async (sums: DaySums, others: string[] = []) => {
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    await at.press('Shift report')
    await page.getByRole('radio', { name: 'Since last cash-up' }).click()
    await expectDay(page, sums, others)
  }

  await test.step('3a: cash is given back in the shift of who gave it', async () => {
    await isAt(rehema)
    await chargedAgain('Asha')(at)
    await firstIsPaid(at)
    await isAt(zuhura)
    await at.open('Asha')
    await at.giveBack('10000', 'In cash', { approve })
    await shift({ confirmed: 0, 'back in cash': 10_000 })
    await isAt(rehema)
    await shift({ confirmed: 20_000 })
  })
  await test.step('4: cash is in the shift of who took it', async () => {
    await at.push({ name: 'Bahati' })
    await isAt(zuhura)
    await at.open('Bahati')
    await at.takeCash()
    await expectSays(page, '4', { ...inCash, means: 'waitingCash' }, 0)
    await shift({ confirmed: 0, cash: 10_000, 'back in cash': 10_000 })
  })
  await test.step('14: the day is closed', async () => {
    await paidBy('Chausiku')(at)
    await isAt(neema)
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    await expectDay(page, { confirmed: 30_000, cash: 10_000, 'back in cash': 10_000, drawer: 0 })
    // The request on the phone of case 4 has no end yet; its sale is paid in cash, and it asks nothing.
    await at.press('Close the day…')
    await expect(at.main.getByRole('button', { name: /^Leave open/ })).toHaveCount(0)
    await picture(till, 'sale-cases-closing')
    await at.press('Close the day')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Close now' }).click()
    await expect(page.getByText('The day is closed')).toBeVisible()
  })
  await test.step('4a: the day after, the push is paid', async () => {
    await isAt(zuhura)
    await at.open('Bahati')
    await at.says('completed')
    await expectSays(page, '4a', { ...tooMuch, offers: ['give-back', 'hand-over'] }, 1)
    await picture(till, 'sale-case-4a')
    await shift({}, ['day.nothing'])
    await isAt(rehema)
    await shift({ confirmed: 10_000 })
  })
  await test.step('14: what was paid before is given back', async () => {
    await at.open('Chausiku')
    await at.giveBack('10000', 'In cash', { approve })
    await expectSays(page, '14', givenBack, 1)
    await picture(till, 'sale-case-14')
    await isAt(neema)
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    await expectDay(page, { confirmed: 10_000, 'back in cash': 10_000, drawer: -10_000 })
    await picture(till, 'sale-cases-second-day')
    await at.press('Past cash-ups')
    await at.press(/Cash-up 1/)
    await expectDay(page, { confirmed: 30_000, cash: 10_000, 'back in cash': 10_000 })
  })
})
