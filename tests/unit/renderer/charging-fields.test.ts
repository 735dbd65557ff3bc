import { describe, expect, it } from 'vitest'
import {
  chargingFields,
  readCharging,
  readNetwork,
} from '../../../renderer/features/settings/selling/charging-fields'
import { chargingSettingsSchema, defaultCharging } from '../../../shared/settings/charging'

const settings = {
  presets: [500, 12_500],
  readBackFrom: { KES: 20_000, UGX: 5 },
  networks: [{ prefix: '255754', name: 'One' }],
}

describe('the settings of charging in their form', () => {
  it('come back as they were', () => {
    for (const each of [settings, defaultCharging])
      expect(readCharging(chargingFields(each, 'KES'))).toEqual({ settings: each })
  })

  it('have six places, and each currency that the till takes', () => {
    const fields = chargingFields(settings, 'KES')
    expect(fields.presets).toEqual(['500', '12,500', '', '', '', ''])
    expect(fields.readBackFrom).toEqual({ KES: '20,000', TZS: '', UGX: '5' })
  })

  it('leave out what is left empty, and keep the order', () => {
    const fields = chargingFields(settings, 'KES')
    const read = readCharging({
      ...fields,
      presets: ['', '2 000', ' ', '1,000', '', ''],
      readBackFrom: { KES: '', TZS: '1,000,000' },
    })
    expect(read).toMatchObject({
      settings: { presets: [2_000, 1_000], readBackFrom: { TZS: 1_000_000 } },
    })
    if ('settings' in read) expect(chargingSettingsSchema.parse(read.settings)).toBeTruthy()
  })

  it('say which fields hold no whole amount', () => {
    const read = readCharging({
      presets: ['1.5', '500', '0', '', '', ''],
      readBackFrom: { TZS: 'many' },
      networks: [],
    })
    expect(read).toEqual({ wrong: ['presets.0', 'presets.2', 'readBackFrom.TZS'] })
  })
})

describe('a network', () => {
  it.each([
    ['0754', '255754'],
    ['+255 754', '255754'],
    ['00255754', '255754'],
    ['+254 71', '25471'],
  ])('typed as %s begins with %s', (prefix, expected) => {
    expect(readNetwork({ prefix, name: ' One ' }, [], 'TZ')).toEqual({
      prefix: expected,
      name: 'One',
    })
  })

  it.each([
    ['754', 'One'],
    ['07', 'One'],
    ['', 'One'],
    ['0754', ' '],
    ['075x', 'One'],
  ])('typed as %j, %j is none', (prefix, name) => {
    expect(readNetwork({ prefix, name }, [], 'TZ')).toBeNull()
  })

  it('has each beginning once', () => {
    expect(readNetwork({ prefix: '0754', name: 'Two' }, settings.networks, 'TZ')).toBeNull()
  })
})
