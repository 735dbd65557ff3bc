import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkLicence, moduleNames, statedLicence } from '../../../scripts/package/bundled'
import { checkVersion, compiledParts } from '../../../scripts/package/compiled-in'
import { withParts } from '../../../scripts/package/supply'
import { inProject, readPackage } from '../../../scripts/project'

/** The libraries that a binary of the engine names itself: paths of crates, and versions that SQLite prints. */
async function namedByBinary(): Promise<string[]> {
  const folder = inProject('node_modules', '@libsql')
  const [system] = await readdir(folder)
  const binary = await readFile(path.join(folder, system ?? '', 'index.node'), 'latin1')
  const crates = binary.matchAll(/crates\.io-[0-9a-f]+[/\\]([A-Za-z0-9_-]+-\d+\.\d+\.\d+)[/\\]/g)
  const [, ciphers] = /SQLite3 Multiple Ciphers (\d+\.\d+\.\d+)/.exec(binary) ?? []
  const found = [...crates].map(([, crate = '']) => crate)
  return [...new Set([...found, `sqlite3-multiple-ciphers-${ciphers}`])]
}

describe("the list of what the engine's binaries contain", () => {
  it('is for the installed version and names every library that the installed binary names', async () => {
    const { inside, parts } = await compiledParts()
    const listed = parts.map(({ name, version }) => `${name}-${version}`)
    const named = await namedByBinary()
    expect(inside).toBe('libsql')
    expect(named.length).toBeGreaterThan(55)
    expect(named.filter(one => !listed.includes(one))).toEqual([])
    expect(listed).toContain('sqlite-3.45.1')
  })

  it('has an accepted licence with its text for each', async () => {
    for (const part of (await compiledParts()).parts) expect(() => checkLicence(part)).not.toThrow()
  })

  it('stops a build with another version: the message says what to do', () => {
    expect(() => checkVersion({ package: 'libsql', version: '0.5.29' }, '0.5.30')).toThrow(
      /is for 0\.5\.29; 0\.5\.30 is installed\.\n.*compiled-in\.json/s,
    )
  })

  it('is in the bill of materials, below the engine', () => {
    const engine = { 'bom-ref': 'libsql@0.5.29', name: 'libsql', version: '0.5.29' }
    const part = {
      ...{ name: 'ring', version: '0.17.8', licence: 'ISC', text: 'Permission' },
      purl: 'pkg:cargo/ring@0.17.8',
    }
    const bill = withParts(
      {
        bomFormat: 'CycloneDX',
        metadata: { component: { name: 'kaunta' } },
        components: [engine],
        dependencies: [{ ref: engine['bom-ref'], dependsOn: [] }],
      },
      'libsql',
      [part],
    )
    expect(bill.dependencies).toEqual([{ ref: engine['bom-ref'], dependsOn: [part.purl] }])
    expect(bill.components[1]).toMatchObject({ purl: part.purl, licenses: [{ expression: 'ISC' }] })
  })
})

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
