import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RecoveredDocument } from '../../../../shared/ipc/till-state'
import { temporaryFolders } from '../../../support/temporary-folder'
import { createCopiedDocument } from '../../../support/vaults'

const newFolder = temporaryFolders()

const isSound = (document: unknown) =>
  typeof (document as { version?: unknown }).version === 'number'

/** A document in a new folder, written twice. */
function writtenTwice() {
  const folder = newFolder()
  const recovered: RecoveredDocument[] = []
  const store = createCopiedDocument(folder, 'vault', document => recovered.push(document))
  store.write({ version: 1 })
  store.write({ version: 2 })
  const file = (name: string) => join(folder, name)
  const text = (name: string) => readFileSync(file(name), 'utf8')
  return { folder, recovered, store, file, text }
}

describe('a document that is kept twice', () => {
  it('has a copy that says the same, and is read alone while it is sound', () => {
    const { store, recovered, text } = writtenTwice()
    expect(text('vault.copy.json')).toBe(text('vault.json'))
    expect(store.read()).toEqual({ state: 'read', document: { version: 2 } })
    expect(recovered).toEqual([])
  })

  it('comes back from the copy, and what was damaged is kept', () => {
    const { store, recovered, file, text } = writtenTwice()
    writeFileSync(file('vault.json'), '{"cut')
    expect(store.recover(isSound)).toEqual({ version: 2 })
    expect(store.read()).toEqual({ state: 'read', document: { version: 2 } })
    const keptAs = file('vault.damaged-1.json')
    expect(recovered).toEqual([{ name: 'vault', keptAs }])
    expect(text('vault.damaged-1.json')).toBe('{"cut')
  })

  it('comes back where it is gone, as a crash in the middle of coming back leaves it', () => {
    const { store, recovered, file } = writtenTwice()
    rmSync(file('vault.json'))
    expect(store.recover(isSound)).toEqual({ version: 2 })
    expect(store.read()).toEqual({ state: 'read', document: { version: 2 } })
    expect(recovered).toEqual([{ name: 'vault', keptAs: null }])
  })

  it.each(['', 'null', '[]', '{"version":"unsound"}'])('does not come back from %j', copy => {
    const { store, recovered, file, text } = writtenTwice()
    writeFileSync(file('vault.json'), '{"cut')
    writeFileSync(file('vault.copy.json'), copy)
    expect(store.recover(isSound)).toBeNull()
    expect([text('vault.json'), text('vault.copy.json')]).toEqual(['{"cut', copy])
    expect(recovered).toEqual([])
  })

  it('is set aside together with its copy, so that nothing is written over either', () => {
    const { folder, store, file, text } = writtenTwice()
    writeFileSync(file('vault.copy.json'), '{"cut')
    expect(store.quarantine()).toBe(file('vault.damaged-1.json'))
    expect(readdirSync(folder).sort()).toEqual([
      'vault.copy.damaged-1.json',
      'vault.damaged-1.json',
    ])
    expect(text('vault.copy.damaged-1.json')).toBe('{"cut')
    expect(store.read()).toEqual({ state: 'none' })
  })

  it.each(['vault-next.json', 'vault.copy-next.json'])(
    'stays as it is when %s cannot be written',
    next => {
      const { store, file } = writtenTwice()
      mkdirSync(file(next))
      expect(() => store.write({ version: 3 })).toThrow()
      expect(store.read()).toEqual({ state: 'read', document: { version: 2 } })
    },
  )

  it('never holds an older document in the copy: a key that was replaced is in neither', () => {
    const { store, file, text } = writtenTwice()
    mkdirSync(file('vault-next.json'))
    expect(() => store.write({ version: 3 })).toThrow()
    // A step ahead, as after a crash between the two; the next one is in both again.
    expect(JSON.parse(text('vault.copy.json'))).toEqual({ version: 3 })
    rmSync(file('vault-next.json'), { recursive: true })
    store.write({ version: 4 })
    expect(text('vault.copy.json')).toBe(text('vault.json'))
    expect(existsSync(file('vault-next.json'))).toBe(false)
  })
})
