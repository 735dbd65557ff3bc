import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkFuses, fuseFaults, readFuses, wantedFuses } from '../../../scripts/package/fuses'
import { inProject } from '../../../scripts/project'
import { temporaryFolders } from '../../support/temporary-folder'

const newFolder = temporaryFolders()

/** What precedes the fuses in every Electron binary. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** A file that holds a wire of fuses as an Electron binary does. */
async function binary(wire: string): Promise<string> {
  const file = path.join(newFolder(), 'electron')
  const fuses = Buffer.from([1, wire.length, ...Buffer.from(wire)])
  await writeFile(file, Buffer.concat([Buffer.from(`ELF…${sentinel}`), fuses, Buffer.from('…')]))
  return file
}

const right = wantedFuses.map(({ on }) => (on ? '1' : '0')).join('')

describe('the fuses of a packed till', () => {
  it('pass when all of them are as they must be, in the newest Electron and in the carried one', async () => {
    expect(await checkFuses(await binary(right))).toHaveLength(9)
    expect(await checkFuses(await binary(right.slice(0, 8)))).toHaveLength(8)
  })

  it.each([...wantedFuses.entries()])(
    'fail when fuse %i is the other way round',
    async (at, fuse) => {
      const { name, on } = fuse
      const wrong = await binary(`${right.slice(0, at)}${on ? '0' : '1'}${right.slice(at + 1)}`)
      await expect(checkFuses(wrong)).rejects.toThrow(`${name} is ${on ? 'off' : 'on'}`)
    },
  )

  it('fail when a new Electron has one without a decision', async () => {
    await expect(checkFuses(await binary(`${right}0`))).rejects.toThrow('fuse 9 is decided nowhere')
  })

  it('fail when one is gone, was removed, or is as Electron ships it', async () => {
    const faults = async (wire: string) => fuseFaults(await readFuses(await binary(wire)))
    const gone = ['GrantFileProtocolExtraPrivileges is not there']
    expect(await faults(right.slice(0, 7))).toEqual(gone)
    expect(await faults(`r${right.slice(1)}`)).toEqual(['RunAsNode is removed'])
    await expect(checkFuses(await binary('101100011'))).rejects.toThrow('RunAsNode is on')
  })
})

const checklist = readFileSync(inProject('docs', 'evidence', 'electron-checklist.md'), 'utf8')

/** The cells of the table under a heading. */
function tableUnder(heading: string): string[][] {
  const section = checklist.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? expect.fail(heading)
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
    const items = tableUnder("Electron's checklist")
    expect(items.map(([number]) => Number(number))).toEqual([...Array(20).keys()].map(at => at + 1))
    for (const [number, , , heldBy] of items)
      expect(heldBy, number).toMatch(/`tests\/.+\.test\.ts`/)
  })

  it('state every fuse as it is checked', () => {
    const table = tableUnder('The packaged app')
    expect(table.map(([name, state]) => ({ name, on: state === 'on' }))).toEqual(wantedFuses)
  })
})
