import { afterEach, describe, expect, it } from 'vitest'
import {
  calendarDay,
  emptySearch,
  filterOf,
  isBackwards,
  isUnfoundReference,
  monthsSoFar,
  referenceIn,
  type SearchForm,
  searchOf,
  startOfPeriod,
} from '../../../renderer/features/history/filter'
import { agoOf } from '../../../renderer/i18n/ago'
import { everyPayment } from '../../../shared/payment/payments-filter'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

describe('the days that a person asks for', () => {
  it.each(['Africa/Dar_es_Salaam', 'America/New_York', 'Pacific/Auckland'])(
    'begin and end where the shop is: %s',
    place => {
      process.env.TZ = place
      const now = new Date(2026, 10, 21, 23, 59).getTime()
      const [before, from, to] = [20, 21, 22].map(day => new Date(2026, 10, day).getTime())
      expect(filterOf({ ...emptySearch, day: 'today' }, now)).toMatchObject({ from, to })
      const yesterday = filterOf({ ...emptySearch, day: 'yesterday' }, now)
      expect(yesterday).toMatchObject({ from: before, to: from })
    },
  )

  it.each([
    ['2026-11-21', '2026-11-16', '2026-11-23'],
    ['2026-11-22', '2026-11-16', '2026-11-23'],
    ['2026-11-23', '2026-11-23', '2026-11-30'],
    ['2026-12-31', '2026-12-28', '2027-01-04'],
  ])('of the week of %s begin on Monday', (day, from, to) => {
    const at = (text: string) => new Date(`${text}T00:00:00`).getTime()
    const week = filterOf({ ...emptySearch, day: 'week' }, at(day) + 3_600_000)
    expect([week.from, week.to].map(end => calendarDay(end ?? 0))).toEqual([from, to])
  })

  it('of a month are all of it, and a period before it is one by the calendar', () => {
    const now = new Date(2026, 0, 31, 12).getTime()
    const month = filterOf({ ...emptySearch, day: 'month' }, now)
    const days = [month.from, month.to].map(end => calendarDay(end ?? 0))
    expect(days).toEqual(['2026-01-01', '2026-02-01'])
    expect(calendarDay(startOfPeriod('month', now, -1))).toBe('2025-12-01')
    expect(calendarDay(startOfPeriod('week', now, -1))).toBe('2026-01-19')
  })

  it('of a row of the totals are the days of its payments', () => {
    const form = searchOf({ days: { fromDay: '2026-11-16', toDay: '2026-11-22' } })
    const { from, to } = filterOf(form, 0)
    expect(from).toBe(new Date(2026, 10, 16).getTime())
    expect(to).toBe(new Date(2026, 10, 23).getTime())
    expect(searchOf({})).toEqual(emptySearch)
  })

  it('of a bar of the day are those whose money came in its hour, until other days are chosen', () => {
    const hour = { period: 3, hour: 14 }
    const form = searchOf({ hour })
    expect(filterOf(form, 0)).toEqual({ ...everyPayment, hour })
    expect(filterOf({ ...form, day: 'any' }, 0)).toEqual(everyPayment)
  })

  it('are as long as the calendar says, also when clocks are set', () => {
    process.env.TZ = 'America/New_York'
    const { from, to } = filterOf(
      searchOf({ days: { fromDay: '2026-03-08', toDay: '2026-03-08' } }),
      0,
    )
    expect(((to ?? 0) - (from ?? 0)) / 3_600_000).toBe(23)
  })

  it.each([
    ['2026-03-05', ['2026-02-01', '2026-02-06', '2026-03-01', '2026-03-06']],
    ['2026-01-31', ['2025-12-01', '2026-01-01', '2026-01-01', '2026-02-01']],
    // February is shorter: it is compared whole.
    ['2026-03-30', ['2026-02-01', '2026-03-01', '2026-03-01', '2026-03-31']],
  ])('of the month of %s and the one before go up to the same day', (day, starts) => {
    const today = new Date(`${day}T00:00`).getTime()
    expect(monthsSoFar(today).map(calendarDay)).toEqual(starts)
  })

  it('may be open at one end, and include the last one', () => {
    const range = { ...emptySearch, day: 'range' } as const
    const filter = filterOf({ ...range, toDay: '2026-11-21' }, 0)
    expect(filter).toMatchObject({ from: null, to: new Date(2026, 10, 22).getTime() })
    expect(filterOf({ ...range, fromDay: '0001-01-01' }, 0).from).toBe(0)
    expect(isBackwards({ ...range, fromDay: '2026-01-02', toDay: '2026-01-01' })).toBe(true)
  })
})

describe('the state that a person asks for', () => {
  it('is one of the till’s states, or what a person said', () => {
    const filter = (state: SearchForm['state']) => filterOf({ ...emptySearch, state }, 0)
    expect(filter('any')).toMatchObject({ states: [], settled: [] })
    expect(filter('failed')).toMatchObject({ states: ['failed'], settled: [] })
    expect(filter('seen')).toMatchObject({ states: [], settled: ['seen'] })
  })
})

describe('how long ago', () => {
  it.each([
    [0, { key: 'now' }],
    [59_999, { key: 'now' }],
    [60_000, { key: 'minutes', number: 1 }],
    [3_599_999, { key: 'minutes', number: 59 }],
    [3_600_000, { key: 'hours', number: 1 }],
    [86_400_000, null],
    [-120_000, null],
  ])('%i ms', (age, said) => {
    expect(agoOf(1e12 - age, 1e12)).toEqual(said)
  })
})

describe('what was typed or scanned', () => {
  it.each([
    ...['REF-1', ' 7f3c-99 ', '10293847', 'kp_01/2026', 'PR-VZCYTAVYEMXG', 'R'.repeat(512)],
  ])('can be a reference: %j', text => {
    expect(referenceIn(text)).toBe(text.trim())
  })

  it.each([
    ...['', '  ', '754', 'Asha Mushi', 'REF\u200b-001', 'R'.repeat(513)],
    ...['4500', '42,500', '1,500,000', 'Mushi', 'Jean-Paul'],
  ])('can be none, as an amount and a name are none: %j', text => {
    expect(referenceIn(text)).toBeNull()
  })
})

describe('a reference next to payments that were found', () => {
  const payment = (reference: string | null) => ({ reference })

  it('is offered where a found one only begins with it', () => {
    expect(isUnfoundReference('REF-12', [payment('REF-123'), payment(null)])).toBe(true)
  })

  it('is not offered where it is one of them, however it was typed', () => {
    for (const typed of ['REF-12', 'ref12', 'Ref/12'])
      expect(isUnfoundReference(typed, [payment('REF-123'), payment('REF-12')]), typed).toBe(false)
  })

  it('is not offered for digits or letters alone: they found a number, an amount or a name', () => {
    expect(isUnfoundReference('0754001', [payment('R-1')])).toBe(false)
    expect(isUnfoundReference('Mushi', [payment('R-1')])).toBe(false)
  })
})
