import { afterEach, expect, it } from 'vitest'
import { formatDayMinute, formatMinute, formatShort } from '../../../renderer/i18n/clock-time'
import { periodText } from '../../../renderer/i18n/day'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

it('a date of another year is shown with its year', () => {
  const now = new Date(2026, 10, 27, 14, 32).getTime()
  const long = new Date(2016, 10, 29, 9, 5).getTime()
  const lately = new Date(2026, 10, 20, 9, 5).getTime()
  expect(formatDayMinute(long, now, 'en')).toBe('29 Nov 2016, 09:05')
  expect(formatShort(long, now, 'en')).toBe('29 Nov 2016')
  expect(formatDayMinute(lately, now, 'en')).toBe('20 Nov, 09:05')
  expect(formatShort(now, now, 'en')).toBe('14:32')
})

it.each([
  ['day', '2026-11-21', '2026-11-22', 'Sat 21 Nov'],
  ['day', '2025-12-31', '2026-01-01', 'Wed, 31 Dec 2025'],
  ['week', '2026-11-16', '2026-11-23', '16–22 Nov'],
  ['week', '2025-11-17', '2025-11-24', '17–23 Nov 2025'],
  ['week', '2025-12-29', '2026-01-05', '29 Dec 2025–4 Jan 2026'],
  ['month', '2025-12-01', '2026-01-01', 'December 2025'],
] as const)(
  'a %s that begins on %s has its year where that is another one',
  (period, from, to, text) => {
    const at = (day: string) => new Date(`${day}T00:00`).getTime()
    const named = periodText(period, at(from), at(to), 'en', at('2026-11-27'))
    // Versions of ICU differ in the blanks around a dash.
    expect(named.replaceAll(/\s*–\s*/g, '–')).toBe(text)
  },
)

it('a time is in the zone of now, also where that changed since', () => {
  const at = Date.UTC(2026, 10, 27, 22, 30)
  process.env.TZ = 'UTC'
  expect(formatMinute(at)).toBe('22:30')
  process.env.TZ = 'Africa/Dar_es_Salaam'
  expect(formatMinute(at)).toBe('01:30')
})
