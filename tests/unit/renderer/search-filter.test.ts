import { afterEach, describe, expect, it } from 'vitest'
import { emptySearch, filterOf, isBackwards } from '../../../renderer/features/history/filter'
import { agoOf } from '../../../renderer/i18n/ago'

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
      const today = filterOf({ ...emptySearch, day: 'today' }, now)
      expect(today.from).toBe(new Date(2026, 10, 21).getTime())
      expect(today.to).toBe(new Date(2026, 10, 22).getTime())
      const yesterday = filterOf({ ...emptySearch, day: 'yesterday' }, now)
      expect(yesterday).toMatchObject({ from: new Date(2026, 10, 20).getTime(), to: today.from })
    },
  )

  it('are as long as the calendar says, also when clocks are set', () => {
    process.env.TZ = 'America/New_York'
    const range = {
      ...emptySearch,
      day: 'range' as const,
      fromDay: '2026-03-08',
      toDay: '2026-03-08',
    }
    const { from, to } = filterOf(range, 0)
    expect(((to ?? 0) - (from ?? 0)) / 3_600_000).toBe(23)
  })

  it('may be open at one end, and include the last one', () => {
    const filter = filterOf({ ...emptySearch, day: 'range', toDay: '2026-11-21' }, 0)
    expect(filter).toMatchObject({ from: null, to: new Date(2026, 10, 22).getTime() })
    expect(filterOf({ ...emptySearch, day: 'range', fromDay: '0001-01-01' }, 0).from).toBe(0)
    expect(
      isBackwards({ ...emptySearch, day: 'range', fromDay: '2026-01-02', toDay: '2026-01-01' }),
    ).toBe(true)
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
