import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import en from '../../../resources/languages/en.json'

const root = path.join(import.meta.dirname, '..', '..', '..')

/** Groups that main takes whole, as the words of one paper, file or dialog, or that a setting or a fact names. */
const taken = [
  ...[
    'slip',
    'exportFile',
    'sentText',
    'result.mark',
    'result.notice',
    'backup.dialog',
    'authority',
  ],
  // Facts of the audit log: renderer/i18n/audit-facts.ts.
  ...['settings.display.themes', 'settings.receipts.papers', 'integrity.kinds', 'integrity.stores'],
]

/** Read in another way: by main as the window's name, or by a number. */
const others = ['app.name', 'staff.lock.watched_zero']

function keysOf(node: object, prefix = ''): string[] {
  return Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value, `${prefix}${name}.`),
  )
}

function sources(): string[] {
  return ['renderer', 'electron', 'shared'].flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .map(name => readFileSync(path.join(root, folder, name), 'utf8')),
  )
}

/** `live.meaning.${…}` in the code uses every key that it can become. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{(?:[^{}]|\{[^}]*\})*\}/)
  return new RegExp(`^${parts.map(part => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&')).join('.+')}$`)
}

it('no text is left that nothing shows', () => {
  const literals = new Set<string>()
  const patterns = new Map<string, RegExp>()
  const groups = new Set(Object.keys(en))
  for (const source of sources()) {
    for (const [, key = ''] of source.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)) literals.add(key)
    for (const [, text = ''] of source.matchAll(/`((?:[^`$]|\$\{(?:[^{}`]|\{[^}]*\})*\})*)`/g))
      if (groups.has(text.split('.')[0] ?? '')) patterns.set(text, patternOf(text))
  }
  const all = [...patterns.values()]
  const unused = keysOf(en).filter(key => {
    const base = key.replace(/_(one|other)$/, '')
    if (taken.some(group => base.startsWith(`${group}.`)) || others.includes(key)) return false
    return !literals.has(base) && !all.some(pattern => pattern.test(base))
  })
  expect(unused).toEqual([])
})
