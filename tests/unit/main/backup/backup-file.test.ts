import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../../../electron/main/backup/manifest'
import { readBackup, writeBackup } from '../../../../electron/main/backup/worker/backup-file'
import { newKey, withoutWrappers } from '../../../../electron/main/store/key-file'
import { newRecoveryCode } from '../../../../electron/main/store/recovery-code'
import { EFFORT } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const passphrase = 'a long enough passphrase'
const tagBytes = 16
const noSign = () => undefined

/** A backup of three files, one of them empty, with what it was made of. */
async function written(secret = passphrase) {
  const folder = newFolder()
  const contents = { 'till.db': 100_000, 'practice-service.jsonl': 0, 'preferences.json': 100 }
  const files = Object.entries(contents) as [Manifest['files'][number]['name'], number][]
  for (const [name, size] of files) writeFileSync(join(folder, name), randomBytes(size))
  const manifest: Manifest = {
    version: 1,
    app: '1.2.3',
    madeAt: 1,
    files: files.map(([name, size]) => ({ name, size })),
    key: {
      till: randomBytes(32).toString('base64'),
      content: withoutWrappers(newKey(randomBytes).content),
    },
  }
  const file = join(folder, 'a.kaunta')
  await writeBackup(file, manifest, folder, { secret, random: randomBytes, effort: EFFORT }, noSign)
  const bytes = readFileSync(file)
  const headerEnd = bytes.indexOf('\n', 16) + 1
  // Where each file begins, and where the last one ends.
  const borders = [headerEnd]
  for (const [, size] of files) borders.push((borders.at(-1) ?? 0) + size + tagBytes)
  return { folder, bytes, manifest, headerEnd, borders }
}

/** What reading these bytes says: `read`, or the code of the failure. */
async function reading(folder: string, bytes: Buffer, typed = passphrase): Promise<string> {
  const file = join(folder, 'changed.kaunta')
  writeFileSync(file, bytes)
  const target = join(folder, `out-${randomBytes(6).toString('hex')}`)
  mkdirSync(target)
  try {
    await readBackup(file, typed, target, randomBytes, noSign)
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
  it('is read as it was written, an empty file too', async () => {
    const { folder, manifest } = await written()
    const target = join(folder, 'out')
    mkdirSync(target)
    const read = await readBackup(join(folder, 'a.kaunta'), passphrase, target, randomBytes, noSign)
    expect(read).toEqual(manifest)
    for (const { name } of manifest.files)
      expect(readFileSync(join(target, name)).equals(readFileSync(join(folder, name)))).toBe(true)
  })

  it('with one bit turned anywhere is damaged, or no backup', async () => {
    const { folder, bytes, headerEnd, borders } = await written()
    const places = [
      ...Array.from({ length: headerEnd }, (_, at) => at),
      ...borders.flatMap(at => [at - 17, at - 16, at - 1, at, at + 1, at + 50]),
    ].filter(at => at < bytes.length)
    const answers = new Set<string>()
    for (const at of places) answers.add(await reading(folder, turned(bytes, at, at % 8)))
    expect(answers).toEqual(new Set(['backup-not-one', 'backup-damaged']))
  }, 60_000)

  it('that was cut, or is longer, is damaged: at each border of a file, and next to it', async () => {
    const { folder, bytes, borders } = await written()
    const longer = Buffer.concat([bytes, Buffer.alloc(2)])
    const lengths = [...borders.flatMap(at => [at - 1, at, at + 1]), 20, 30, longer.length]
    for (const length of lengths.filter(each => each !== bytes.length))
      expect(await reading(folder, longer.subarray(0, length)), `${length}`).toBe('backup-damaged')
    expect(await reading(folder, Buffer.alloc(0))).toBe('backup-not-one')
  })

  it('with files exchanged is damaged, also where they have one size', async () => {
    const { folder, manifest } = await written()
    writeFileSync(join(folder, 'unseen-results.json'), randomBytes(100))
    const [, , last] = manifest.files
    const files = last ? [last, { ...last, name: 'unseen-results.json' as const }] : []
    const file = join(folder, 'two.kaunta')
    const deps = { secret: passphrase, random: randomBytes, effort: EFFORT }
    await writeBackup(file, { ...manifest, files }, folder, deps, noSign)
    const bytes = readFileSync(file)
    expect(await reading(folder, bytes)).toBe('read')
    const part = (number: number) =>
      bytes.subarray(number * 116 - 232, number * 116 - 116 || undefined)
    const exchanged = Buffer.concat([bytes.subarray(0, -232), part(1), part(0)])
    expect(await reading(folder, exchanged)).toBe('backup-damaged')
  })

  it('does not take the files of another backup of the same passphrase', async () => {
    const [one, other] = [await written(), await written()]
    const header = one.bytes.subarray(0, one.headerEnd)
    const mixed = Buffer.concat([header, other.bytes.subarray(other.headerEnd)])
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
    const composed = 'né mimi nimeandika hapa'
    const { folder, bytes } = await written(composed.normalize('NFC'))
    expect(await reading(folder, bytes, composed.normalize('NFD'))).toBe('read')
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
