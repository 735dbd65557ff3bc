import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { inProject, readJson, toolScript } from '../../../scripts/project'
import { temporaryFolders } from '../../support/temporary-folder'

const newFolder = temporaryFolders()
const rule = './scripts/checks/no-bare-enter.grit'

const refused = [
  `event.key === 'Enter'`,
  `event.key !== 'Enter'`,
  `'Enter' === event.key`,
  `event.code == 'Enter'`,
]
const taken = [`event.key === 'Escape'`, `isEnter(event)`, `['Enter'].includes(name)`]

it('refuses each bare comparison with Enter, and nothing else', { timeout: 60_000 }, async () => {
  const folder = newFolder()
  const plugins = [inProject(rule)]
  writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ root: true, plugins }))
  const lines = [...refused, ...taken].map(line => `console.log(${line})`)
  writeFileSync(path.join(folder, 'planted.ts'), lines.join('\n'))
  const tool = await toolScript('@biomejs/biome', 'biome')
  const args = [tool, 'lint', '--colors=off', '--only=plugin', 'planted.ts']
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const found = [...`${stdout}${stderr}`.matchAll(/planted\.ts:(\d+):\d+ plugin/g)]
  expect(found.map(([, line]) => Number(line))).toEqual([1, 2, 3, 4])
})

it('is a style rule of the window', async () => {
  expect(await readJson(inProject('biome.json'))).toMatchObject({
    plugins: [{ path: rule, includes: ['renderer/**'] }],
  })
})
