import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../../../electron/main/backup/backup-file'
import { readBackup, writeBackup } from '../../../../electron/main/backup/backup-file'
import { sealedChunkBytes } from '../../../../electron/main/backup/backup-format'
import { newRecoveryCode } from '../../../../electron/main/store/recovery-code'
import { EFFORT } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const passphrase = 'a long enough passphrase'

/** A backup of three chunks and a bit, with what it was made of. */
async function written(secret = passphrase) {
  const folder = newFolder()
  const content = randomBytes(3 * 65_536 + 100)
  writeFileSync(join(folder, 'till.db'), content)
  const manifest: Manifest = {
    version: 1,
    app: '1.2.3',
    madeAt: 1,
    files: [{ name: 'till.db', size: content.length }],
    key: {
      till: randomBytes(32).toString('base64'),
      isProtected: true,
      practice: randomBytes(32).toString('base64'),
      ledgerIds: { sandbox: '', production: '' },
    },
  }
  const file = join(folder, 'a.kaunta')
  await writeBackup(file, manifest, folder, { secret, random: randomBytes, effort: EFFORT })
  const bytes = readFileSync(file)
  const headerEnd = 16 + 4 + bytes.readUInt32BE(16)
  return { folder, bytes, content, manifest, headerEnd }
}

/** What reading these bytes says: `read`, or the code of the failure. */
async function reading(folder: string, bytes: Buffer, typed = passphrase): Promise<string> {
  const file = join(folder, 'changed.kaunta')
  writeFileSync(file, bytes)
  const target = join(folder, `out-${randomBytes(6).toString('hex')}`)
  mkdirSync(target)
  try {
    await readBackup(file, typed, target, randomBytes)
    return 'read'
  } catch (error) {
    return String(Reflect.get(error as object, 'code'))
  }
}

function turned(bytes: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ (1 << bit), at)
  return copy
}

describe('a backup file', () => {
  it('is read as it was written, through several chunks', async () => {
    const { folder, bytes, content, manifest } = await written()
    const target = join(folder, 'out')
    mkdirSync(target)
    writeFileSync(join(folder, 'b.kaunta'), bytes)
    const read = await readBackup(join(folder, 'b.kaunta'), passphrase, target, randomBytes)
    expect(read).toEqual(manifest)
    expect(readFileSync(join(target, 'till.db')).equals(content)).toBe(true)
  })

  it('with one bit turned anywhere is damaged, or no backup', async () => {
    const { folder, bytes, headerEnd } = await written()
    const borders = [0, 1, 2, 3].map(number => headerEnd + number * sealedChunkBytes)
    const places = [
      ...Array.from({ length: headerEnd }, (_, at) => at),
      ...borders.flatMap(at => [at, at + 1, at + 500]),
      ...borders.slice(1).flatMap(at => [at - 1, at - 16, at - 17]),
      bytes.length - 1,
      bytes.length - 16,
    ].filter(at => at < bytes.length)
    const answers = new Set<string>()
    for (const at of places) answers.add(await reading(folder, turned(bytes, at, at % 8)))
    expect(answers).toEqual(new Set(['backup-not-one', 'backup-damaged']))
  }, 60_000)

  it('that was cut is damaged: at each border of a chunk, and next to it', async () => {
    const { folder, bytes, headerEnd } = await written()
    const borders = [0, 1, 2, 3].map(number => headerEnd + number * sealedChunkBytes)
    const lengths = [...borders.flatMap(at => [at - 1, at, at + 1]), bytes.length - 1, 20, 30]
    for (const length of lengths.filter(each => each < bytes.length))
      expect([length, await reading(folder, bytes.subarray(0, length))]).toEqual([
        length,
        'backup-damaged',
      ])
    expect(await reading(folder, Buffer.alloc(0))).toBe('backup-not-one')
  })

  it('with chunks exchanged, repeated or added is damaged', async () => {
    const { folder, bytes, headerEnd } = await written()
    const chunk = (number: number) =>
      bytes.subarray(
        headerEnd + number * sealedChunkBytes,
        headerEnd + (number + 1) * sealedChunkBytes,
      )
    const start = bytes.subarray(0, headerEnd)
    const lists = [
      [chunk(1), chunk(0), chunk(2), chunk(3)],
      [chunk(0), chunk(0), chunk(2), chunk(3)],
      [chunk(0), chunk(1), chunk(3)],
      [chunk(0), chunk(1), chunk(2), chunk(3), chunk(3)],
    ]
    for (const list of lists)
      expect(await reading(folder, Buffer.concat([start, ...list]))).toBe('backup-damaged')
  })

  it('does not take chunks of another backup of the same content and passphrase', async () => {
    const [one, other] = [await written(), await written()]
    const mixed = Buffer.concat([
      one.bytes.subarray(0, one.headerEnd),
      other.bytes.subarray(other.headerEnd),
    ])
    expect(await reading(one.folder, mixed)).toBe('backup-damaged')
  })

  it('says another passphrase, another version and another file apart', async () => {
    const { folder, bytes } = await written()
    expect(await reading(folder, bytes, 'another passphrase')).toBe('backup-wrong-passphrase')
    const newer = Buffer.from(bytes)
    newer.write('KAUNTA BACKUP 2\n')
    expect(await reading(folder, newer)).toBe('backup-newer')
    expect(await reading(folder, Buffer.from('a photograph'))).toBe('backup-not-one')
  })

  it('opens with a passphrase that another keyboard composes of other code points', async () => {
    const { folder } = await written()
    const composed = 'né mimi nimeandika hapa'
    const file = join(folder, 'accents.kaunta')
    const { manifest } = await written()
    await writeBackup(file, { ...manifest, files: [] }, folder, {
      secret: composed.normalize('NFC'),
      random: randomBytes,
      effort: EFFORT,
    })
    expect(await reading(folder, readFileSync(file), composed.normalize('NFD'))).toBe('read')
  })

  it('opens with a recovery code, as it was typed', async () => {
    const code = newRecoveryCode(randomBytes)
    const { folder, bytes } = await written(code)
    expect(await reading(folder, bytes, code.toLowerCase().replaceAll('-', ' '))).toBe('read')
    const other = newRecoveryCode(randomBytes)
    for (const wrong of [other, passphrase])
      expect(await reading(folder, bytes, wrong)).toBe('backup-wrong-passphrase')
  })
})
