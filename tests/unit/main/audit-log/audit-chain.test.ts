import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AuditFile, openAuditFile } from '../../../../electron/main/audit-log/audit-file'
import { type Database, openDatabase } from '../../../../electron/main/database'
import { againstCheckpoint, beginCheckpoint } from '../../../../electron/main/hash-chain/checkpoint'
import type { AuditEntry } from '../../../../shared/audit-entry'
import type { Change } from '../../../../shared/integrity'
import { opened, thrownBy } from '../../../support/opened-database'
import { tamper } from '../../../support/tampering'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const key = Buffer.alloc(32, 9)

function open(file: string): AuditFile {
  const opening = openAuditFile(file, key, () => undefined)
  if (!opening.ok) throw new Error(opening.detail)
  return opening.file
}

const entryAt = (at: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  at,
  person: null,
  action: 'exported',
  detail: { what: 'ledger' },
  ...changes,
})

/** The file of a record of this many entries. */
function recordOf(entries: number): string {
  const file = join(newFolder(), 'audit-log.db')
  const auditLog = open(file)
  for (let at = 1; at <= entries; at++) auditLog.append(entryAt(at))
  auditLog.close()
  return file
}

function checked(file: string): readonly Change[] {
  const { chain, close } = open(file)
  try {
    const work = chain.check('whole')
    for (;;) {
      const step = work.next()
      if (step.done) return step.value
    }
  } finally {
    close()
  }
}

/** What is found after somebody with the key did this. */
function found(work: (database: Database) => void, entries = 6): Pick<Change, 'kind' | 'number'>[] {
  const file = recordOf(entries)
  tamper(file, work, key)
  return checked(file).map(({ kind, number }) => ({ kind, number }))
}

describe('the chain over the audit log', () => {
  it('holds for what was written, also over a restart and many entries', () => {
    const file = recordOf(3)
    const auditLog = open(file)
    auditLog.append(entryAt(4))
    auditLog.close()
    expect(checked(file)).toEqual([])
    expect(found(database => grow(database, 450), 1).length).toBeGreaterThan(0)
  })

  it('shows an action that was edited', () => {
    const edit = (database: Database) =>
      database.run(
        `UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), 'ledger', 'nothing') AS BLOB)
         WHERE number = 3`,
      )
    expect(found(edit)).toEqual([{ kind: 'changed', number: 3 }])
  })

  it('shows an action that was deleted, alone or with its place closed up', () => {
    expect(found(database => database.run('DELETE FROM entry WHERE number = 3'))).toEqual([
      { kind: 'missing', number: 3 },
    ])
    const closedUp = found(database => {
      database.run('DELETE FROM entry WHERE number = 3')
      for (const number of [4, 5, 6])
        database.run('UPDATE entry SET number = ? WHERE number = ?', [number - 1, number])
    })
    expect(closedUp.map(({ kind }) => kind)).toEqual(['changed', 'changed', 'changed'])
  })

  it('shows entries that changed places', () => {
    const swap = (database: Database) => {
      for (const [from, to] of [
        [3, 100],
        [4, 3],
        [100, 4],
      ] as const)
        database.run('UPDATE entry SET number = ? WHERE number = ?', [to, from])
    }
    expect(found(swap).map(({ number }) => number)).toEqual([3, 4, 5])
  })

  it('shows an action that was added, behind the last or between', () => {
    const add = (number: number) => (database: Database) =>
      database.run(
        'INSERT INTO entry (number, body, link) SELECT ?, body, link FROM entry WHERE number = 2',
        [number],
      )
    expect(found(add(7))).toEqual([{ kind: 'changed', number: 7 }])
    const between = found(database => {
      for (const number of [6, 5, 4])
        database.run('UPDATE entry SET number = ? WHERE number = ?', [number + 1, number])
      add(4)(database)
    })
    expect(between.length).toBeGreaterThan(0)
  })

  it('shows that its end was cut off by what is noted of it', () => {
    const file = recordOf(6)
    const before = open(file)
    const head = before.chain.head()
    before.close()
    const note = { ...beginCheckpoint, number: head.number, value: head.value.toString('hex') }
    tamper(file, database => database.run('DELETE FROM entry WHERE number > 4'), key)
    expect(checked(file)).toEqual([])
    const cut = open(file)
    expect(againstCheckpoint(note, cut.chain)).toMatchObject([{ kind: 'cut', number: 4 }])
    for (const at of [5, 6, 7]) cut.append(entryAt(at * 10))
    expect(againstCheckpoint(note, cut.chain)).toMatchObject([{ kind: 'rewritten', number: 6 }])
    cut.close()
  })

  it('is kept by the engine as well: this app cannot change it', () => {
    const file = recordOf(2)
    const database = opened(openDatabase({ file, key }))
    for (const sql of [
      'UPDATE entry SET body = body',
      'DELETE FROM entry',
      'INSERT OR REPLACE INTO entry SELECT number, body, link FROM entry',
    ])
      expect(String(thrownBy(() => database.run(sql)))).toContain('append-only')
    database.close()
    expect(checked(file)).toEqual([])
  })
})

/** Entries whose links are wrong. */
function grow(database: Database, to: number): void {
  database.transaction(() => {
    for (let number = 2; number <= to; number++)
      database.run(
        'INSERT INTO entry (number, body, link) SELECT ?, body, zeroblob(32) FROM entry WHERE number = 1',
        [number],
      )
  })
}
