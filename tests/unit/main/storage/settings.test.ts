import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultSettings, type Settings, settingsSchema } from '../../../../shared/settings'
import { settingsIn } from '../../../support/payments/documents'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const fileIn = (folder: string) => join(folder, 'settings.json')
const named = (name: string) => (all: Settings) => ({ ...all, shop: { ...all.shop, name } })

describe('settings', () => {
  it('are the defaults at first, and reading makes no file', () => {
    const folder = newFolder()
    const settings = settingsIn(folder)
    expect(settings.get()).toEqual(defaultSettings)
    expect(settings.setAsideAs()).toBeNull()
    expect(existsSync(fileIn(folder))).toBe(false)
  })

  it('have defaults that pass their own check', () => {
    expect(settingsSchema.parse(defaultSettings)).toEqual(defaultSettings)
  })

  it('take a zero that JSON writes without its sign', () => {
    const folder = newFolder()
    settingsIn(folder).update(all => ({ ...all, staff: { ...all.staff, idleMinutes: -0 } }))
    expect(settingsIn(folder).get().staff.idleMinutes).toBe(0)
  })

  it('are on the disk once an update returns', () => {
    const folder = newFolder()
    const settings = settingsIn(folder)
    const updated = settings.update(named('Duka la Asha 😀'))
    expect(settings.get()).toEqual(updated)
    expect(JSON.parse(readFileSync(fileIn(folder), 'utf8'))).toEqual(updated)
    expect(settingsIn(folder).get().shop.name).toBe('Duka la Asha 😀')
    expect(settingsIn(folder).setAsideAs()).toBeNull()
  })

  it.each<[string, (all: Settings) => unknown]>([
    ['a currency', all => ({ ...all, shop: { ...all.shop, currency: 'shillings' } })],
    ['a country', all => ({ ...all, shop: { ...all.shop, country: 'Tanzania' } })],
    ['a version', all => ({ ...all, version: 2 })],
    ['a stranger', all => ({ ...all, apiSecret: 'oops' })],
    ['a path prefix', all => ({ ...all, sandbox: { ...all.sandbox, pathPrefix: 'a/b' } })],
    ['a limit', all => ({ ...all, freshness: { aloneMs: 0, renewMs: 1 } })],
  ])('refuse %s that cannot be, and change nothing', (_name, change) => {
    const folder = newFolder()
    const settings = settingsIn(folder)
    settings.update(named('before'))
    const [before, bytes] = [settings.get(), readFileSync(fileIn(folder), 'utf8')]
    // The whole point is a change that its type does not allow.
    expect(() => settings.update(change as (all: Settings) => Settings)).toThrow()
    expect(settings.get()).toEqual(before)
    expect(readFileSync(fileIn(folder), 'utf8')).toBe(bytes)
  })

  it('keep what they had when the disk refuses', () => {
    const folder = newFolder()
    const settings = settingsIn(folder)
    settings.update(named('before'))
    mkdirSync(join(folder, 'settings-next.json'))
    expect(() => settings.update(named('after'))).toThrow()
    expect(settings.get().shop.name).toBe('before')
    expect(settingsIn(folder).get().shop.name).toBe('before')
  })
})

describe('a settings file that cannot be used', () => {
  const whole = JSON.stringify({ ...defaultSettings, active: 'production' })

  it.each<[string, string]>([
    ['junk', '\0\0\0'],
    ['empty', ''],
    ['cut off', whole.slice(0, whole.length / 2)],
    ['of another version', whole.replace('"version":1', '"version":2')],
    ['of another app', '{"theme":"dark"}'],
    ['with a field that cannot be', whole.replace('"currency":"TZS"', '"currency":5')],
  ])('because it is %s is set aside whole, and told', (_name, text) => {
    const folder = newFolder()
    writeFileSync(fileIn(folder), text)
    const settings = settingsIn(folder)
    expect(settings.get()).toEqual(defaultSettings)
    const kept = settings.setAsideAs()
    expect(kept).not.toBeNull()
    expect(readFileSync(kept ?? '', 'utf8')).toBe(text)
    expect(existsSync(fileIn(folder))).toBe(false)
  })

  it('is not overwritten by the next damaged one', () => {
    const folder = newFolder()
    const kept = ['first', 'second'].map(text => {
      writeFileSync(fileIn(folder), text)
      return settingsIn(folder).setAsideAs() ?? ''
    })
    expect(kept.map(file => readFileSync(file, 'utf8'))).toEqual(['first', 'second'])
    settingsIn(folder).update(all => all)
    expect(readdirSync(folder)).toHaveLength(3)
  })
})
