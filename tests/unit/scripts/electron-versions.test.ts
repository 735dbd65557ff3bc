import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { inProject } from '../../../scripts/project'
import { engines } from '../../../scripts/tests/shipped-node'

const typings = readFileSync(inProject('node_modules', 'electron', 'electron.d.ts'), 'utf8')

/** The methods and properties that the types of the shipped Electron deprecate, events left out. */
function deprecatedNames(text: string): Set<string> {
  // Its methods have the names of windows' own; the class itself is not used.
  const own = text.replace(/\n {2}class BrowserView \{.*?\n {2}\}\n/s, '')
  const members = own.matchAll(/@deprecated\s+\*\/\s+(?:static |readonly )?(\w+)\??[(:]/g)
  return new Set([...members].flatMap(([, name]) => (name && !isEvent(name) ? [name] : [])))
}

const isEvent = (name: string) =>
  /^(?:on|off|once|addListener|removeListener)$/.test(name) || parameters.has(name)
/** Deprecated arguments of events: names too common to search for. */
const parameters = new Set('url level message line sourceId isInPlace isMainFrame reply'.split(' '))

const uses = (name: string, text: string) => new RegExp(`\\.${name}\\b`).test(text)

it('the engines of the page tests are those of the Electron that ships', () => {
  const { devDependencies } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  // Another Electron has another Chromium, and perhaps another Node: scripts/tests/shipped-node.ts.
  expect(devDependencies.electron).toBe(engines.electron)
})

describe('Electron’s types', () => {
  const names = deprecatedNames(typings)

  it('deprecate what is known', () => {
    for (const name of ['encryptString', 'goBack', 'registerFileProtocol', 'setPreloads'])
      expect(names).toContain(name)
    expect(names).not.toContain('setBounds')
  })

  it('deprecate nothing that the till calls, but for the keychain', () => {
    const found = readdirSync(inProject('electron'), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts'))
      .flatMap(file => {
        const text = readFileSync(inProject('electron', file), 'utf8')
        return [...names]
          .filter(name => uses(name, text))
          .map(name => `${path.basename(file)} ${name}`)
      })
    expect(found.sort()).toEqual([
      'keychain-sealer.ts decryptString',
      'keychain-sealer.ts encryptString',
      'keychain-sealer.ts isEncryptionAvailable',
    ])
  })
})
