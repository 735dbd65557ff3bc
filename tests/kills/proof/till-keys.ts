import { randomBytes } from 'node:crypto'
import {
  KeyFile,
  ledgerKeyOf,
  openByComputer,
  openByText,
} from '../../../electron/main/store/key-file'
import type { KeychainSealer } from '../../../electron/main/store/keychain-sealer'
import type { ServiceKind } from '../../../shared/connection'

/** What opens the key of a shop's till. */
export type OpensWith = { keychain: KeychainSealer } | { passphrase: string }

/** The keys that a ledger may have by the copies of key.json; none while there is no such file. */
export async function ledgerKeysIn(
  dataFolder: string,
  kind: ServiceKind,
  by: OpensWith,
): Promise<Buffer[]> {
  const reading = new KeyFile(dataFolder).read()
  const documents = reading.state === 'sound' ? reading.documents : []
  const keys = await Promise.all(
    documents.map(document =>
      'keychain' in by
        ? openByComputer(document, by.keychain)
        : openByText(document, { code: null, passphrase: by.passphrase }, randomBytes),
    ),
  )
  return keys.flatMap(key => (key && key !== 'edited' ? [ledgerKeyOf(key, kind)] : []))
}
