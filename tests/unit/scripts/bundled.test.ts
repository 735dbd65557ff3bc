import { describe, expect, it } from 'vitest'
import { checkLicence, moduleNames, statedLicence } from '../../../scripts/package/bundled'
import { readPackage } from '../../../scripts/project'

const zod = { name: 'zod', version: '4.0.0', licence: 'MIT', text: 'Permission is hereby granted' }

describe('the packages of a packed till', () => {
  it('have an accepted licence with its text: else a message names the package and what to do', () => {
    expect(() => checkLicence(zod)).not.toThrow()
    const named = /zod@4\.0\.0 has the licence AGPL-3\.0-only.*\n.*bundled\.ts/
    expect(() => checkLicence({ ...zod, licence: 'AGPL-3.0-only' })).toThrow(named)
    expect(() => checkLicence({ ...zod, text: ' \n' })).toThrow(/brings no licence text/)
  })

  it.each([
    ['pg-types', 'Copyright (c) 2014 Brian M. Carlson'],
    ['lazy-val', 'Copyright (c) Vladimir Krivosheev'],
  ])('%s brings no licence file: its author and the text are found', async (name, author) => {
    const { manifest } = await readPackage(name)
    const text = await statedLicence(name, String(Object(manifest).version))
    expect(text).toMatch(/^Copyright/)
    expect(text).toContain(author)
    expect(text).toMatch(/Permission is hereby granted[\s\S]*AS IS/)
    expect(await statedLicence(name, '0.0.0')).toBe('')
  })

  it('are, as modules, the engine and what it needs on this system', async () => {
    const names = await moduleNames(['libsql'])
    expect(names).toEqual(expect.arrayContaining(['libsql', '@neon-rs/load', 'detect-libc']))
    expect(await moduleNames(['no-such-package'])).toEqual([])
  })
})
