import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolders } from '../../../support/temporary-folder'
import {
  createVaultStore,
  deps,
  edit,
  KEYS,
  keyOf,
  openVault,
  passphraseVault,
  vaultIn,
} from '../../../support/vaults'

const newFolder = temporaryFolders()

describe('a vault file', () => {
  const open = (folder: string) => openVault(deps(createVaultStore(folder), null))

  it.each<[string, (sound: string) => string]>([
    ['cut off', sound => sound.slice(0, -20)],
    ['empty', () => ''],
    ['of zeros', sound => '\0'.repeat(sound.length)],
    ['of another kind', () => '{}'],
    ['of null', () => 'null'],
    ['with a field gone', sound => sound.replace(/"connections"/, '"connection"')],
    ['with a damaged lock', sound => sound.replace(/"salt": *"..../, '"salt":"AAAA')],
    ['without its lock', sound => JSON.stringify({ ...JSON.parse(sound), lock: null })],
  ])('%s is set aside, not overwritten', async (_name, damage) => {
    const folder = newFolder()
    const vault = await passphraseVault(folder)
    vault.saveKeys('production', KEYS)
    const file = join(folder, 'vault.json')
    const damaged = damage(readFileSync(file, 'utf8'))
    writeFileSync(file, damaged)

    const opening = open(folder)
    const kept = join(folder, 'vault.damaged-1.json')
    expect(opening).toEqual({ ok: false, reason: 'damaged', keptAs: kept })
    expect(readFileSync(kept, 'utf8')).toBe(damaged)

    const restarted = vaultIn(folder)
    expect(restarted.dataKey('production', true)).toEqual({ state: 'missing' })
    keyOf(restarted, 'practice')
    expect(readFileSync(kept, 'utf8')).toBe(damaged)
  })

  it('cannot have an open key for real data planted in it', async () => {
    const folder = newFolder()
    keyOf(vaultIn(folder), 'practice')
    edit(folder, ({ dataKeys }) => {
      dataKeys.production = dataKeys.practice
    })
    expect(open(folder)).toMatchObject({ ok: false, reason: 'damaged' })
  })

  it('of a newer app is left alone', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'vault.json'), '{"version": 2, "new": true}')
    expect(open(folder)).toEqual({ ok: false, reason: 'newer' })
    expect(readdirSync(folder)).toEqual(['vault.json'])
  })

  it('that cannot be read is left alone', () => {
    const store = createVaultStore(newFolder())
    const read = () => {
      throw new Error('EIO: i/o error')
    }
    const quarantine = () => {
      throw new Error('must not be set aside')
    }
    expect(openVault(deps({ ...store, read, quarantine }, null))).toEqual({
      ok: false,
      reason: 'io',
      detail: 'EIO: i/o error',
    })
  })
})
