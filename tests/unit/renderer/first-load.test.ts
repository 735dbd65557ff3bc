import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const project = path.resolve(import.meta.dirname, '..', '..', '..')
const endings = ['', '.ts', '.tsx', '.json', '/index.ts']

/** What a file imports when it is loaded: not types, and nothing that is imported on demand. */
function importsOf(file: string): string[] {
  if (!/\.tsx?$/.test(file)) return []
  const text = readFileSync(file, 'utf8')
  const statements = text.matchAll(/^(?:import|export) ([^;'"]*? from )?'([^']+)'/gm)
  return [...statements].flatMap(([, what = '', from = '']) => {
    const names = /\{([^}]*)\}/.exec(what)?.[1]?.split(',') ?? []
    const onlyTypes = names.length > 0 && names.every(name => /^\s*(type |$)/.test(name))
    return what.startsWith('type ') || onlyTypes ? [] : [from]
  })
}

/** Every module that the till's window loads before its first screen: files of ours, and names of packages. */
function firstLoad(): Set<string> {
  const found = new Set([path.join(project, 'renderer/pages/till/main.tsx')])
  for (const file of found)
    for (const name of importsOf(file)) {
      const whole = path.resolve(path.dirname(file), name)
      const own = endings
        .map(ending => whole + ending)
        .find(one => /\.\w+$/.test(one) && existsSync(one))
      found.add(name.startsWith('.') ? (own ?? whole) : name)
    }
  return found
}

describe('the first load of the till window', () => {
  it('has no schema in it: rules that a form needs are plain functions beside the schemas', () => {
    const loaded = firstLoad()
    expect(loaded).toContain('react')
    expect(loaded).toContain(path.join(project, 'renderer/features/charge/charge-screen.tsx'))
    expect(loaded).not.toContain('zod')
  })
})
