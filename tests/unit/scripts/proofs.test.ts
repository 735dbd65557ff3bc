import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inProject } from '../../../scripts/project'
import {
  changedSinceGreen,
  commitHere,
  greenCommit,
  rememberGreen,
} from '../../../scripts/tests/green-commit'
import {
  isUnchanged,
  leavingOut,
  pathsOfProofs,
  proofs,
  unchangedProofs,
} from '../../../scripts/tests/proofs'
import { testFolder } from '../../support/temporary-folder'

describe('what proves the tests is left out', () => {
  it.each([
    ['nothing', [], [...proofs]],
    ['a document', ['docs/scale.md', 'renderer.md'], [...proofs]],
    [
      'a screen',
      ['renderer/ui/button.tsx'],
      ['planted-bugs', 'oldest-postgres', 'planted-in-shop'],
    ],
    ['a text', ['resources/languages/sw.json'], proofs.filter(proof => proof !== 'screens')],
    ['the reader', ['electron/main/service/json.ts'], ['oldest-postgres', 'screens']],
    ['the database', ['resources/shop-database/0001.sql'], ['planted-bugs', 'screens']],
    ['a dependency', ['package-lock.json'], []],
  ])('after a change of %s: %j', (_what, changed, left) => {
    expect(unchangedProofs(changed)).toEqual(left)
  })

  it('only where the run says so', () => {
    const env = leavingOut(['planted-bugs', 'screens'])
    expect(proofs.filter(proof => isUnchanged(proof, env))).toEqual(['planted-bugs', 'screens'])
    expect(proofs.filter(proof => isUnchanged(proof, {}))).toEqual([])
  })

  it('by paths that are there', () => {
    expect(pathsOfProofs().filter(path => !existsSync(inProject(path)))).toEqual([])
  })
})

describe('the last green commit', () => {
  it('is not known in a fresh clone, nor where there is none', async () => {
    const folder = testFolder()
    expect(await changedSinceGreen(folder)).toBeNull()
    clone(folder)
    expect(await greenCommit(folder)).toBeNull()
    expect(await changedSinceGreen(folder)).toBeNull()
  })

  it('tells what differs: committed, changed and new files', async () => {
    const folder = testFolder()
    const git = clone(folder)
    await rememberGreen((await commitHere(folder)) ?? '', folder)
    expect(await changedSinceGreen(folder)).toEqual([])
    writeFileSync(join(folder, 'second name.ts'), '')
    git('add', '.')
    git('commit', '-qm', 'second')
    writeFileSync(join(folder, 'first.ts'), 'changed')
    writeFileSync(join(folder, 'third.ts'), '')
    expect(await commitHere(folder)).toBeNull()
    expect(await changedSinceGreen(folder)).toEqual(['first.ts', 'second name.ts', 'third.ts'])
  })
})

/** A repository with one commit. */
function clone(folder: string) {
  const named = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  const git = (...args: string[]) => execFileSync('git', [...named, ...args], { cwd: folder })
  git('init', '-q')
  writeFileSync(join(folder, 'first.ts'), '')
  git('add', '.')
  git('commit', '-qm', 'first')
  return git
}
