import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createKeyedFiles } from '../../../../electron/main/recovery/keyed-files'
import { fileInFolder, OutsideFolder } from '../../../../electron/main/storage/file-in-folder'
import { EMPTY_DOCUMENT, parseDocument } from '../../../../electron/main/vault/vault-document'
import { createVirtualClock } from '../../../support/payments/clock'
import { temporaryFolders } from '../../../support/temporary-folder'
import { vaultIn } from '../../../support/vaults'

const newFolder = temporaryFolders()

const outside = [
  '../stolen.db',
  '..',
  '.',
  '',
  'ledger-practice.db/../../stolen.db',
  '/etc/passwd',
  '/home/asha/.ssh/id_ed25519',
  'folder/ledger-practice.db',
  '..\\stolen.db',
  'C:\\Windows\\win.ini',
  'C:win.ini',
  'ledger-practice.db:stream',
  '\\\\server\\share\\ledger.db',
]

describe('a name from a document', () => {
  it.each(outside)('is no path out of the folder: %j', name => {
    expect(() => fileInFolder(newFolder(), name)).toThrow(OutsideFolder)
  })

  it.each([
    ['of the file', 'ledger-practice.db', null],
    ['of its journal', 'ledger-practice.db-journal', null],
    ['to nothing', 'ledger-practice.db', '/nowhere/at/all'],
  ])('is no link out of the folder: %s', (_what, link, target) => {
    const folder = newFolder()
    const elsewhere = join(newFolder(), 'elsewhere.db')
    writeFileSync(elsewhere, 'not the till’s')
    symlinkSync(target ?? elsewhere, join(folder, link))
    expect(() => fileInFolder(folder, 'ledger-practice.db')).toThrow(OutsideFolder)
  })

  it('is a file in the folder, whether it is there or not', () => {
    const folder = newFolder()
    const file = join(folder, 'ledger-practice.db')
    expect(fileInFolder(folder, 'ledger-practice.db')).toBe(file)
    writeFileSync(file, '')
    expect(fileInFolder(folder, 'ledger-practice.db')).toBe(file)
  })
})

describe('a vault that was edited', () => {
  const aside = 'ledger-practice.set-aside-2026-11-21T12-05-07.db'
  const key = { method: 'none', value: Buffer.alloc(32, 1).toString('base64') } as const
  const withMove = (from: string, to: string) => ({ ...EMPTY_DOCUMENT, moves: [{ from, to }] })
  const withRetired = (file: string) => ({
    ...EMPTY_DOCUMENT,
    retired: [{ kind: 'practice', file, at: 1, key }],
  })

  it.each([...outside, 'staff.json', 'settings.json'])('renames nothing else: %j', name => {
    expect(parseDocument(withMove(name, aside))).toEqual({ state: 'damaged' })
    expect(parseDocument(withMove(aside, name))).toEqual({ state: 'damaged' })
  })

  it.each([...outside, 'settings.json'])('brings nothing else back: %j', name => {
    expect(parseDocument(withRetired(name))).toEqual({ state: 'damaged' })
  })

  it('is sound with the names that the till writes', () => {
    expect(parseDocument(withMove('ledger-practice.db', aside))).toMatchObject({ state: 'sound' })
    expect(parseDocument(withMove('audit-log.db', 'audit-log.set-aside-1-2.db')).state).toBe(
      'sound',
    )
    for (const name of [aside, 'staff.damaged-1.json'])
      expect(parseDocument(withRetired(name))).toMatchObject({ state: 'sound' })
  })

  it('takes no ledger from behind a link', () => {
    const folder = newFolder()
    const stolen = join(newFolder(), 'stolen.db')
    writeFileSync(stolen, 'another program’s')
    symlinkSync(stolen, join(folder, aside))
    const vault = vaultIn(folder)
    const moves = [{ from: aside, to: 'ledger-practice.db' }]
    vault.dataKey('practice', false)
    vault.retireDataKey('practice', aside, moves)
    const files = createKeyedFiles({ dataFolder: folder, vault, clock: createVirtualClock() })
    expect(() => files.finish()).toThrow(OutsideFolder)
    expect(() => files.bringBack('practice', aside)).toThrow(OutsideFolder)
    expect(existsSync(join(folder, 'ledger-practice.db'))).toBe(false)
    expect(readFileSync(stolen, 'utf8')).toBe('another program’s')
  })
})
