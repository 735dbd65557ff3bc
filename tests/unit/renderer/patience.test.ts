import { describe, expect, it } from 'vitest'
import {
  type DurationText,
  patienceFields,
  readTimeouts,
  type TimeoutsFields,
} from '../../../renderer/features/settings/selling/patience-fields'
import { defaultSettings, type TimeoutsSettings } from '../../../shared/settings'

const defaults: TimeoutsSettings = {
  freshness: defaultSettings.freshness,
  cardFreshness: defaultSettings.cardFreshness,
  queue: defaultSettings.queue,
  assumedLifetimeMs: defaultSettings.assumedLifetimeMs,
  promptLifetimeMs: defaultSettings.promptLifetimeMs,
  keyTrustedMs: defaultSettings.keyTrustedMs,
}
const fields = patienceFields(defaults)
const time = (minutes: string, seconds = '0'): DurationText => ({ minutes, seconds })
const withTimes = (durations: Partial<TimeoutsFields['durations']>): TimeoutsFields => ({
  ...fields,
  durations: { ...fields.durations, ...durations },
})

describe('the waiting form', () => {
  it('shows settings as minutes and seconds and reads the same back', () => {
    expect(fields.durations.alone).toEqual(time('1'))
    const odd = { ...defaults, freshness: { aloneMs: 95_000, renewMs: 600_000 } }
    expect(patienceFields(odd).durations.alone).toEqual(time('1', '35'))
    for (const settings of [defaults, odd])
      expect(readTimeouts(patienceFields(settings))).toEqual({ settings })
  })

  it('takes an empty unit as none of it', () => {
    expect(readTimeouts(withTimes({ alone: time('', '45') }))).toMatchObject({
      settings: { freshness: { aloneMs: 45_000 } },
    })
  })

  // The same bounds as the words name.
  it.each([
    ['alone', time('0', '1'), true],
    ['alone', time('0', '0'), false],
    ['renew', time('1440'), true],
    ['renew', time('1440', '1'), false],
    ['cardAlone', time('60'), true],
    ['cardAlone', time('60', '1'), false],
    ['cardRenew', time('1441'), false],
    ['lifetime', time('0', '59'), false],
    ['lifetime', time('1440'), true],
    ['lifetime', time('soon'), false],
    ['prompt', time('0', '9'), false],
    ['prompt', time('0', '10'), true],
    ['prompt', time('60', '1'), false],
    ['keyTrusted', time('0', '59'), false],
    ['keyTrusted', time('43200'), true],
    ['keyTrusted', time('43201'), false],
  ] as const)('%s of %o: %s', (name, text, fits) => {
    const read = readTimeouts(withTimes({ [name]: text }))
    expect(read).toEqual(
      fits ? { settings: expect.anything() } : { problems: { [name]: 'out-of-bounds' } },
    )
  })

  it('tells at the second time when it is shorter than the first', () => {
    expect(readTimeouts(withTimes({ renew: time('0', '30') }))).toEqual({
      problems: { renew: 'shorter' },
    })
    expect(readTimeouts(withTimes({ cardRenew: time('1') }))).toEqual({
      problems: { cardRenew: 'shorter' },
    })
  })

  it.each([
    [{ sales: '0' }, 'sales'],
    [{ sales: '1001' }, 'sales'],
    [{ sales: '2.5' }, 'sales'],
    [{ amount: '1.5' }, 'amount'],
    [{ amount: '' }, 'amount'],
  ] as const)('%o is no limit', (change, name) => {
    expect(readTimeouts({ ...fields, ...change })).toEqual({
      problems: { [name]: 'out-of-bounds' },
    })
  })

  it('reads an amount as people write it', () => {
    expect(readTimeouts({ ...fields, amount: '5,000,000' })).toMatchObject({
      settings: { queue: { amount: 5_000_000 } },
    })
  })
})
