import { hkdfSync } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ConnectionKind, ServiceKind } from '../../../shared/connection'
import type { Effort } from './derivation'
import { checkedText, readChecked } from './files/checked-json'
import { syncFolder } from './files/durable-files'
import { createKeySealer, type RandomBytes, type Sealer } from './key-sealer'
import type { KeychainSealer } from './keychain-sealer'
import { createLock, lockSchema, sealerOf } from './passphrase-lock'
import { readRecoveryCode, recoveryKey } from './recovery-code'

const keyBytes = 32
const keySchema = z.base64().length(44)
const sealedSchema = z.base64().min(1)
const idSchema = z.string().regex(/^[\w-]{22}$/)

/** The till's key, so that only who should can open it. */
const wrappedSchema = z.strictObject({
  /** The newest first. One that is not there now may come back, and then opens it as before. */
  keychains: z.array(z.strictObject({ backend: z.string().max(60), sealed: sealedSchema })).max(3),
  passphrase: z.strictObject({ lock: lockSchema, sealed: sealedSchema }).nullable(),
  recovery: sealedSchema.nullable(),
})

/** What key.json says. Whoever can write it is the owner (docs/security.md): a checksum alone finds damage. */
export const contentSchema = z.strictObject({
  version: z.literal(1),
  /** The key of the practice ledger, which is not real: it lies open. */
  practice: keySchema,
  /** The ids that ledgers' keys are derived with. */
  ledgers: z.strictObject({ sandbox: idSchema, production: idSchema }),
  /** Open until there is something to protect. */
  key: z.union([z.strictObject({ open: keySchema }), wrappedSchema]),
})

export type KeyContent = z.infer<typeof contentSchema>
type Wrapped = z.infer<typeof wrappedSchema>

/** The till's key, opened, with what key.json says of it. */
export interface OpenKey {
  key: Buffer
  content: KeyContent
}

export type KeyReading =
  | { state: 'none' | 'damaged' | 'newer' }
  /** Both copies where they differ: one of them may be damaged in a way that only its key shows. */
  | { state: 'sound'; documents: readonly KeyContent[] }

const sealedName = 'till/key'

/**
 * `key.json` and its copy. They are written in place, one after the other, so that one of them is whole at
 * every instant, and no scanner that holds a file keeps it from being renamed.
 */
export class KeyFile {
  readonly #files: readonly string[]

  constructor(folder: string) {
    this.#files = ['key.json', 'key.copy.json'].map(name => join(folder, name))
  }

  /** Throws what node:fs throws. */
  read(): KeyReading {
    const read = this.#files.map(readDocument)
    const documents = read.filter(each => typeof each !== 'string')
    if (documents.length > 0) return { state: 'sound', documents }
    if (read.includes('newer')) return { state: 'newer' }
    return { state: read.every(each => each === 'none') ? 'none' : 'damaged' }
  }

  /**
   * Both copies are on the disk when it returns. A copy that already holds this content is not written. Throws what
   * node:fs throws; then one copy is as it was.
   */
  write({ content }: OpenKey): void {
    const text = checkedText(contentSchema.parse(content))
    const isSound = (file: string) => typeof readDocument(file) === 'object'
    const [first, last] = this.#files.toSorted(
      (one, other) => Number(isSound(one)) - Number(isSound(other)),
    )
    for (const file of [first, last])
      if (file !== undefined && readText(file) !== text) overwrite(file, text)
  }
}

function readText(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function readDocument(file: string): KeyContent | 'none' | 'damaged' | 'newer' {
  const text = readText(file)
  // A crash in the first write of all leaves an empty file.
  if (text === null || text === '') return 'none'
  const document = readChecked(text) // every version has the checksum
  if (document === null) return 'damaged'
  if (z.object({ version: z.int().min(2) }).safeParse(document).success) return 'newer'
  return contentSchema.safeParse(document).data ?? 'damaged'
}

function overwrite(file: string, text: string): void {
  const isNew = !existsSync(file)
  const descriptor = openSync(file, 'w', 0o600)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  if (isNew) syncFolder(join(file, '..'))
  // A disk that is full can cut a write short without a word.
  if (readText(file) !== text) throw Object.assign(new Error(`${file} was cut`), { code: 'EIO' })
}

/** A new key that lies open: there is nothing to protect yet. */
export function newKey(random: RandomBytes): OpenKey {
  const key = random(keyBytes)
  const content: KeyContent = {
    version: 1,
    practice: random(keyBytes).toString('base64'),
    ledgers: { sandbox: newId(random), production: newId(random) },
    key: { open: key.toString('base64') },
  }
  return { key, content }
}

const newId = (random: RandomBytes) => random(16).toString('base64url')

/** Whether a person has to type a passphrase or a recovery code to open it. */
export function isProtected(content: KeyContent): content is KeyContent & { key: Wrapped } {
  return !('open' in content.key)
}

const unwrapped: Wrapped = { keychains: [], passphrase: null, recovery: null }

/** Another key in its place, that nothing opens yet. */
export function protectedKey({ content }: OpenKey, random: RandomBytes): OpenKey {
  return { key: random(keyBytes), content: { ...content, key: unwrapped } }
}

/** As it goes to another computer, which wraps the key again. */
export function withoutWrappers(content: KeyContent): KeyContent {
  return isProtected(content) ? { ...content, key: unwrapped } : content
}

/** With a wrapper of this keychain; null where it takes nothing now. Those of others stay for their return. */
export function withKeychain({ key, content }: OpenKey, keychain: KeychainSealer): OpenKey | null {
  if (!isProtected(content)) return null
  const { keychains } = content.key
  if (openKeychain(content, keychain)?.equals(key)) return { key, content }
  const sealed = sealSurely(keychain, key)
  if (sealed === null) return null
  const kept = [{ backend: keychain.backend, sealed }, ...keychains].slice(0, 3)
  return { key, content: { ...content, key: { ...content.key, keychains: kept } } }
}

/** With a wrapper by this passphrase. Takes half a second by design. */
export async function withPassphrase(
  { key, content }: OpenKey,
  passphrase: string,
  deps: { random: RandomBytes; effort: Effort },
): Promise<OpenKey> {
  if (!isProtected(content)) return { key, content }
  const { lock, sealer } = await createLock(passphrase, deps)
  const wrapper = { lock, sealed: sealer.seal(sealedName, key) }
  return { key, content: { ...content, key: { ...content.key, passphrase: wrapper } } }
}

/** With a wrapper by this recovery code in the place of the one before, which ends. */
export function withRecoveryCode(
  { key, content }: OpenKey,
  code: string,
  random: RandomBytes,
): OpenKey {
  if (!isProtected(content) || openRecovery(content, code)?.equals(key)) return { key, content }
  const recovery = createKeySealer(recoveryKey(code), random).seal(sealedName, key)
  return { key, content: { ...content, key: { ...content.key, recovery } } }
}

/** Opens with what the computer itself has; null where that is not enough. */
export function openByComputer(
  content: KeyContent,
  keychain: KeychainSealer | null,
): OpenKey | null {
  const key = isProtected(content)
    ? keychain && openKeychain(content, keychain)
    : Buffer.from((content.key as { open: string }).open, 'base64')
  return key && { key, content }
}

/** Opens with what a person typed, or null. A recovery code is tried as one, any other text as a passphrase. */
export async function openByText(
  content: KeyContent,
  typed: string,
  random: RandomBytes,
): Promise<OpenKey | null> {
  const key = await keyByText(content, typed, random)
  return key && { key, content }
}

/** Whether what a person typed opens this very key. A file in the place of key.json does not count. */
export async function isOpenedBy(
  { key, content }: OpenKey,
  typed: string,
  random: RandomBytes,
): Promise<boolean> {
  return (await keyByText(content, typed, random))?.equals(key) ?? false
}

async function keyByText(
  content: KeyContent,
  typed: string,
  random: RandomBytes,
): Promise<Buffer | null> {
  if (!isProtected(content)) return null
  const code = readRecoveryCode(typed)
  if (code !== null) return openRecovery(content, code)
  const { passphrase } = content.key
  return passphrase && openKey(await sealerOf(passphrase.lock, typed, random), passphrase.sealed)
}

function openKeychain(
  { key }: KeyContent & { key: Wrapped },
  keychain: KeychainSealer,
): Buffer | null {
  for (const { sealed } of key.keychains) {
    const opened = openKey(keychain, sealed)
    if (opened) return opened
  }
  return null
}

function openRecovery({ key }: KeyContent & { key: Wrapped }, code: string): Buffer | null {
  const sealer = createKeySealer(recoveryKey(code), Buffer.alloc)
  return key.recovery === null ? null : openKey(sealer, key.recovery)
}

function openKey(sealer: Sealer, sealed: string): Buffer | null {
  const opened = sealer.open(sealedName, sealed)
  return opened?.length === keyBytes ? opened : null
}

/** Seals, and opens again to be sure; null where the keychain does not take it or give it back. */
function sealSurely(keychain: KeychainSealer, key: Buffer): string | null {
  try {
    const sealed = keychain.seal(sealedName, key)
    return openKey(keychain, sealed)?.equals(key) ? sealed : null
  } catch {
    return null // whatever failed had the key in its hands
  }
}

/** A key of 32 bytes for one purpose. */
export function derivedKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `kaunta ${purpose}`, keyBytes))
}

/** The file of a connection's own ledger, in the data folder. */
export function ledgerFileName(kind: ConnectionKind): string {
  return `ledger-${kind}.db`
}

/** What a ledger is encrypted with. */
export function ledgerKeyOf({ key, content }: OpenKey, kind: ConnectionKind): Buffer {
  if (kind === 'practice') return Buffer.from(content.practice, 'base64')
  return derivedKey(key, `ledger ${kind} ${content.ledgers[kind satisfies ServiceKind]}`)
}
