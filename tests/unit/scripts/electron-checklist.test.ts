import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { wantedFuses } from '../../../scripts/package/fuses'
import { inProject } from '../../../scripts/project'

const electron = readFileSync(inProject('docs', 'evidence', 'electron-checklist.md'), 'utf8')

/** The cells of the table under a heading. */
function tableUnder(heading: string): string[][] {
  const section = electron.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? expect.fail(heading)
  const rows = section.split('\n').filter(line => line.startsWith('|'))
  return rows.slice(2).map(row =>
    row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
}

describe('docs/evidence/electron-checklist.md', () => {
  it('answer every item of Electron’s checklist, with a test', () => {
    const items = tableUnder('Electron’s checklist'.replace('’', "'"))
    expect(items.map(([number]) => Number(number))).toEqual([...Array(20).keys()].map(at => at + 1))
    for (const [number, , , heldBy] of items)
      expect(heldBy, number).toMatch(/`tests\/.+\.test\.ts`/)
  })

  it('state every fuse as it is checked', () => {
    const said = tableUnder('The packaged app').map(([name, state]) => ({
      name,
      on: state === 'on',
    }))
    expect(said).toEqual(wantedFuses)
  })
})
