import { createHash } from 'node:crypto'
import type { Sealer } from './key-sealer'

/** What this file needs of Electron's `safeStorage`; the composition root passes that in. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean
  encryptString(plainText: string): Buffer
  decryptString(encrypted: Buffer): string
  /** Linux only. */
  getSelectedStorageBackend?(): string
}

export interface KeychainSealer extends Sealer {
  /** For a person: which keychain it is. */
  readonly backend: string
}

/** Linux backends that keep the key in plain sight, or that have not been chosen yet. */
const WORTHLESS_BACKENDS = new Set(['basic_text', 'unknown'])

/**
 * Seals with the operating system's keychain; null where there is none worth the name. Ask after
 * Electron is ready.
 *
 * This file is the adapter: safeStorage's synchronous calls are gone in Electron 46. Its async form
 * falls back to a fixed key on Linux and calls that available, so the backend must be asked there too.
 */
export function createKeychainSealer(safeStorage: SafeStorage): KeychainSealer | null {
  // Both are asked: with a locked keyring the backend sounds right and encryption is unavailable.
  const backend = safeStorage.getSelectedStorageBackend?.() ?? 'system'
  if (WORTHLESS_BACKENDS.has(backend) || !safeStorage.isEncryptionAvailable()) return null
  return {
    backend,
    seal: (name, plain) => safeStorage.encryptString(pack(name, plain)).toString('base64'),
    open(name, sealed) {
      try {
        return unpack(name, safeStorage.decryptString(Buffer.from(sealed, 'base64')))
      } catch {
        return null // for example, the keyring was locked meanwhile
      }
    },
  }
}

/**
 * The name and a digest go in with the value: safeStorage knows no associated data, and on Linux
 * and macOS it is AES-CBC without a check, where damage can decrypt to other text.
 */
function pack(name: string, plain: Buffer): string {
  const content = `${name}\n${plain.toString('base64')}`
  return `${content}\n${createHash('sha256').update(content).digest('base64')}`
}

function unpack(name: string, packed: string): Buffer | null {
  const plain = Buffer.from(packed.split('\n')[1] ?? '', 'base64')
  return pack(name, plain) === packed ? plain : null
}
