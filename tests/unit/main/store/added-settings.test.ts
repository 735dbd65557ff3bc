import { describe, expect, it } from 'vitest'
import { withAddedSettings } from '../../../../electron/main/store/added-settings'
import {
  decodeDocument,
  emptyDocument,
  encodeDocument,
} from '../../../../electron/main/store/till-document'
import { defaultGuardedSettings, guardedSettingsSchema } from '../../../../shared/settings'

type Json = { [name: string]: Json }

const json = (): Json => JSON.parse(encodeDocument(emptyDocument).toString('utf8'))
const decoded = (document: Json) => decodeDocument(Buffer.from(JSON.stringify(document)))

/** The way to each setting, the groups of settings included. */
function ways(group: Json, before: readonly string[] = []): string[][] {
  return Object.entries(group).flatMap(([name, value]) => {
    const way = [...before, name]
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isGroup ? [way, ...ways(value, way)] : [way]
  })
}

function without(way: readonly string[]): Json {
  const document = json()
  let group = document.settings ?? {}
  for (const name of way.slice(0, -1)) group = group[name] ?? {}
  delete group[way.at(-1) ?? '']
  return document
}

describe('a document of an earlier app', () => {
  const all = ways(json().settings ?? {})

  it('opens with the default of whichever setting it lacks', () => {
    expect(all.length).toBeGreaterThan(50)
    for (const way of all) expect(decoded(without(way)), way.join('.')).toEqual(emptyDocument)
  })

  it('keeps the other settings that a person chose', () => {
    const document = without(['charging'])
    document.settings = { ...document.settings, shop: { name: 'Duka' } as unknown as Json }
    expect(decoded(document)).toMatchObject({
      settings: {
        shop: { ...defaultGuardedSettings.shop, name: 'Duka' },
        charging: defaultGuardedSettings.charging,
      },
    })
  })
})

describe('a document of a later app', () => {
  it('is newer where it has a setting that this app does not know', () => {
    for (const way of [['brightness'], ['shop', 'brightness']]) {
      const document = json()
      let group = document.settings ?? {}
      for (const name of way.slice(0, -1)) group = group[name] ?? {}
      group.brightness = {}
      expect(decoded(document), way.join('.')).toBe('newer')
    }
  })

  it('is damaged where a setting is no setting', () => {
    const document = json()
    document.settings = { ...document.settings, queue: 'long' as unknown as Json }
    expect(() => decoded(document)).toThrow()
  })
})

it('a list is taken as it is, and what is no object is left to the schema', () => {
  const defaults = { list: [1, 2], group: { one: 1 } }
  expect(withAddedSettings({ list: [] }, defaults)).toEqual({ list: [], group: { one: 1 } })
  expect(withAddedSettings('junk', defaults)).toBe('junk')
  expect(withAddedSettings(null, defaults)).toBe(null)
  expect(
    guardedSettingsSchema.safeParse(withAddedSettings({}, defaultGuardedSettings)).success,
  ).toBe(true)
})
