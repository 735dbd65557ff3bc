import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolders } from '../../../support/temporary-folder'
import { createVaultStore } from '../../../support/vaults'

const newFolder = temporaryFolders()

describe('the vault store', () => {
  it('has nothing at first, and does not make a file by reading', () => {
    const folder = newFolder()
    expect(createVaultStore(folder).read()).toEqual({ state: 'none' })
    expect(readdirSync(folder)).toEqual([])
  })

  it('keeps a document, readable by this user only, and nothing next to it', () => {
    const folder = newFolder()
    createVaultStore(folder).write({ version: 1, deep: { a: null } })
    createVaultStore(folder).write({ version: 1, deep: { a: 2 } })
    const read = createVaultStore(folder).read()
    expect(read).toEqual({ state: 'read', document: { version: 1, deep: { a: 2 } } })
    expect(readdirSync(folder)).toEqual(['vault.json'])
    if (process.platform !== 'win32') {
      expect(statSync(join(folder, 'vault.json')).mode & 0o777).toBe(0o600)
    }
  })

  it('keeps the old document when the new one cannot be written', () => {
    const folder = newFolder()
    const store = createVaultStore(folder)
    store.write({ version: 1 })
    mkdirSync(join(folder, 'vault-next.json'))
    expect(() => store.write({ version: 2 })).toThrow()
    expect(store.read()).toEqual({ state: 'read', document: { version: 1 } })
  })

  it('keeps the old document when the new one does not read back as meant', () => {
    const store = createVaultStore(newFolder())
    store.write({ version: 1 })
    expect(() => store.write({ version: Number.NaN })).toThrow('whole')
    expect(store.read()).toEqual({ state: 'read', document: { version: 1 } })
  })

  it('is not stopped by what a crash left behind', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'vault-next.json'), '{"cut')
    const store = createVaultStore(folder)
    store.write({ version: 1 })
    expect(store.read()).toEqual({ state: 'read', document: { version: 1 } })
  })

  it.each(['', '{"version": 1, "meth', '\0\0\0\0'])('says that %j is not JSON', text => {
    const folder = newFolder()
    writeFileSync(join(folder, 'vault.json'), text)
    expect(createVaultStore(folder).read()).toEqual({ state: 'not-json' })
    expect(readFileSync(join(folder, 'vault.json'), 'utf8')).toBe(text)
  })

  it('sets files aside, never over one another', () => {
    const folder = newFolder()
    const store = createVaultStore(folder)
    const kept = ['first', 'second'].map(text => {
      writeFileSync(join(folder, 'vault.json'), text)
      return store.quarantine()
    })
    expect(kept.map(file => readFileSync(file, 'utf8'))).toEqual(['first', 'second'])
    expect(existsSync(join(folder, 'vault.json'))).toBe(false)
  })
})
