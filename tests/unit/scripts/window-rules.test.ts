import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { inProject, readJson, toolScript } from '../../../scripts/project'
import { temporaryFolders } from '../../support/temporary-folder'

const newFolder = temporaryFolders()

const rules = {
  'no-bare-enter': {
    refused: [
      `event.key === 'Enter'`,
      `event.key !== 'Enter'`,
      `'Enter' === event.key`,
      `event.code == 'Enter'`,
    ],
    taken: [`event.key === 'Escape'`, `isEnter(event)`, `['Enter'].includes(name)`],
  },
  'no-bare-value': {
    refused: [
      'event.target.value',
      'change.target.value.trim()',
      '({ ...all, name: event.target.value })',
    ],
    taken: ['typedText(event)', 'event.target.checked', 'props.value'],
  },
} as const

const fileOf = (rule: string) => `./scripts/checks/${rule}.grit`

it.each(Object.entries(rules))(
  '%s refuses what it names, and nothing else',
  {
    timeout: 60_000,
  },
  async (rule, { refused, taken }) => {
    const folder = newFolder()
    const plugins = [inProject(fileOf(rule))]
    writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ root: true, plugins }))
    const lines = [...refused, ...taken].map(line => `console.log(${line})`)
    writeFileSync(path.join(folder, 'planted.ts'), lines.join('\n'))
    const tool = await toolScript('@biomejs/biome', 'biome')
    const args = [tool, 'lint', '--colors=off', '--only=plugin', 'planted.ts']
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const found = [...`${stdout}${stderr}`.matchAll(/planted\.ts:(\d+):\d+ plugin/g)]
    expect(found.map(([, line]) => Number(line))).toEqual(refused.map((_line, n) => n + 1))
  },
)

it('they are style rules of the window', async () => {
  expect(await readJson(inProject('biome.json'))).toMatchObject({
    plugins: Object.keys(rules).map(rule => ({ path: fileOf(rule), includes: ['renderer/**'] })),
  })
})
