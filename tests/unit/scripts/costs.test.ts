import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { textsOf } from '../../../scripts/costs/count'
import { features } from '../../../scripts/costs/features'
import { inProject, root } from '../../../scripts/project'

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
const texts = textsOf(JSON.parse(readFileSync(inProject('resources/languages/en.json'), 'utf8')))

it.each(features)('every pattern of $name fits something', ({ paths, texts: keys }) => {
  const isFound = (names: readonly string[], pattern: RegExp) =>
    names.some(name => pattern.test(name))
  expect(paths.filter(path => !isFound(files, path))).toEqual([])
  expect(keys.filter(key => !isFound(texts, key))).toEqual([])
})
