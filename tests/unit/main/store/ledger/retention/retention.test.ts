import { describe, expect, it, onTestFinished } from 'vitest'
import { ServiceClock } from '../../../../../../electron/main/payments/clocks/service-clock'
import {
  cutoff,
  markTime,
  Retention,
} from '../../../../../../electron/main/store/ledger/retention/retention'
import { take } from '../../../../../support/day-payments'
import { createVirtualClock, morning } from '../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../support/payments/ledger'
import { temporaryFolders } from '../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const day = 86_400_000
const month = 31 * day

/** A till on a virtual clock, whose service says its time when it is asked. */
function tillFor(ownersMonths: number | null = 24) {
  const settings = { months: ownersMonths }
  const { ledger } = ledgerIn(newFolder())
  const clock = createVirtualClock()
  const faults: unknown[] = []
  const done: number[] = []
  let serviceAhead = 0
  let sold = 0
  /** A fresh run of the till: it has not heard the service yet. */
  function run() {
    const serviceClock = new ServiceClock({ clock, changed: () => undefined })
    const retention = new Retention({
      removal: ledger.removal,
      clock,
      serviceTime: () =>
        serviceClock.isLearnt() && serviceClock.isSure() ? serviceClock.now() : null,
      months: () => settings.months,
      done: removed => done.push(removed),
      fault: error => faults.push(error),
    })
    retention.start()
    const hear = () => serviceClock.learn(clock.wall() + serviceAhead, 0)
    return { stop: () => retention.stop(), hear }
  }
  function sell(way: 'paid' | 'expired' = 'paid') {
    sold += 1
    return take(ledger, way, { at: clock.wall(), msisdn: `2557540${10_000 + sold}` }).id
  }
  /** A day at the till: started, in touch with the service, and stopped. */
  async function spendDay() {
    const { hear, stop } = run()
    // The first `Date` that puts the clock forward is not believed alone.
    hear()
    hear()
    await clock.pass(day / 2)
    stop()
    await clock.pass(day / 2)
  }
  onTestFinished(() => expect(faults).toEqual([]))
  const isRemoved = (id: string) => ledger.find(id)?.customerRemoved !== null
  const setServiceAhead = (ms: number) => {
    serviceAhead = ms
  }
  return { ledger, clock, settings, done, run, sell, spendDay, isRemoved, setServiceAhead }
}

describe('customers’ data', () => {
  it('goes when the owner’s months are over, and not a day before; never that of a to-do (money rule 8)', async () => {
    const till = tillFor(6)
    const id = till.sell()
    const toDo = till.sell('expired')
    await till.spendDay()
    await till.clock.pass(5 * month)
    await till.spendDay()
    expect(till.isRemoved(id)).toBe(false)
    await till.clock.pass(month)
    await till.spendDay()
    expect(till.isRemoved(id)).toBe(true)
    expect(till.ledger.find(id)?.customerRemoved).toMatchObject({ months: 6 })
    await till.clock.pass(20 * month)
    await till.spendDay()
    expect(till.isRemoved(toDo)).toBe(false)
  })

  it('goes in small slices, with time for customers between them, and goes on after a stop', async () => {
    const till = tillFor(6)
    const ids = Array.from({ length: 35 }, () => till.sell())
    await till.spendDay()
    await till.clock.pass(7 * month)
    const { hear, stop } = till.run()
    hear()
    await till.clock.pass(10_000)
    const atFirst = ids.filter(till.isRemoved).length
    expect(atFirst).toBeGreaterThan(0)
    expect(atFirst).toBeLessThanOrEqual(10)
    stop()
    await till.clock.pass(day)
    expect(ids.filter(till.isRemoved)).toHaveLength(atFirst)
    await till.spendDay()
    expect(ids.filter(till.isRemoved)).toHaveLength(35)
  })

  it('stays for ever where the owner says so', async () => {
    const till = tillFor(null)
    const id = till.sell()
    for (let n = 0; n < 3; n++) {
      await till.spendDay()
      await till.clock.pass(60 * month)
    }
    expect(till.isRemoved(id)).toBe(false)
    till.settings.months = 6
    await till.spendDay()
    expect(till.isRemoved(id)).toBe(true)
  })

  it('goes once a day while the till stays on', async () => {
    const till = tillFor(6)
    const { hear, stop } = till.run()
    hear()
    await till.clock.pass(3 * day)
    expect(till.done).toHaveLength(3)
    stop()
  })
})

describe('a clock that is wrong', () => {
  const tenYears = 10 * 365 * day

  it('on the computer, years ahead, removes nothing: nor in silence, nor once it is set right', async () => {
    const till = tillFor()
    const id = till.sell()
    await till.spendDay()
    till.clock.setForward(tenYears)
    till.setServiceAhead(-tenYears)
    const silent = till.run()
    await till.clock.pass(2 * day)
    silent.stop()
    expect(till.done).toHaveLength(1)
    await till.spendDay()
    const later = till.sell()
    await till.spendDay()
    till.clock.setBack(tenYears)
    till.setServiceAhead(0)
    await till.spendDay()
    expect([id, later].filter(till.isRemoved)).toEqual([])
  })

  it('on the computer, years behind while it sold, makes no payment old', async () => {
    const till = tillFor()
    till.clock.setBack(tenYears)
    till.setServiceAhead(tenYears)
    const id = till.sell()
    await till.spendDay()
    till.clock.setForward(tenYears)
    till.setServiceAhead(0)
    await till.spendDay()
    await till.spendDay()
    expect(till.isRemoved(id)).toBe(false)
    expect(till.done.length).toBeGreaterThanOrEqual(2)
  })

  it('at the service, years ahead, removes nothing', async () => {
    const till = tillFor()
    const id = till.sell()
    await till.spendDay()
    till.setServiceAhead(tenYears)
    for (let n = 0; n < 3; n++) await till.spendDay()
    expect(till.isRemoved(id)).toBe(false)
    expect(till.done).toHaveLength(4)
  })

  it('keeps nothing for ever once it is set right: later marks are right again', async () => {
    const till = tillFor(6)
    const id = till.sell()
    till.setServiceAhead(tenYears)
    await till.spendDay()
    till.setServiceAhead(0)
    await till.spendDay()
    await till.clock.pass(7 * month)
    await till.spendDay()
    expect(till.isRemoved(id)).toBe(true)
  })
})

it.each([
  ['2026-08-31T10:00:00Z', 6, '2026-02-28T10:00:00.000Z'],
  ['2028-02-29T10:00:00Z', 12, '2027-02-28T10:00:00.000Z'],
  ['2026-05-05T10:00:00Z', 24, '2024-05-05T10:00:00.000Z'],
])('%s less %i months is %s', (now, months, before) => {
  const [wall, ahead] = [Date.parse(now), Date.parse(now) + 400 * day]
  expect(new Date(cutoff(wall, ahead, months)).toISOString()).toBe(before)
  expect(new Date(cutoff(ahead, wall, months)).toISOString()).toBe(before)
})

it('marks a moment that no payment of then is younger than', () => {
  const later = morning + 50 * day
  expect(markTime(morning, morning - 50 * day)).toBe(Math.ceil(morning / day) * day)
  expect(markTime(morning, later)).toBe(Math.ceil(later / day) * day)
})
