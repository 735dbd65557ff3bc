import { afterEach, expect, it } from 'vitest'
import { formatDayMinute, formatMinute, formatShort } from '../../../renderer/i18n/clock-time'

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

it('a time is in the zone of now, also where that changed since', () => {
  const at = Date.UTC(2026, 10, 27, 22, 30)
  process.env.TZ = 'UTC'
  expect(formatMinute(at)).toBe('22:30')
  process.env.TZ = 'Africa/Dar_es_Salaam'
  expect(formatMinute(at)).toBe('01:30')
})
