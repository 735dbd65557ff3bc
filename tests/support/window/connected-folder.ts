import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../../electron/main/clock'
import { saveAndTest } from '../../../electron/main/connections/connection-saver'
import { systemRandom } from '../../../electron/main/random'
import type { DocumentStore } from '../../../electron/main/storage/document-store'
import { openSettings } from '../../../electron/main/storage/settings'
import { type Effort, openVault } from '../../../electron/main/vault'
import { createSettingsGuard } from '../../../electron/main/vault/settings-guard'
import type { ServiceKind } from '../../../shared/connection'
import { directly } from '../directly'
import { unaskedAccount } from '../unasked-account'
import { newWitness } from '../witness'
import { passphrase, type ServiceDetails, webhookAddress } from './connection'

/** The least that the vault takes: the passphrase of a test is no secret. */
const cheap: Effort = { cost: 1_024, blockSize: 8, parallelization: 1 }

/**
 * Leaves in a fresh data folder what the owner's first run leaves there, written by the till's own
 * code: address and account in the settings, and the keys, tried and sealed with `passphrase`. For
 * tests whose subject comes after the first run. Throws what the till would have said.
 * All else counts as set up too: its list would stand next to every screen.
 */
export async function connectFolder(
  dataFolder: string,
  service: ServiceDetails,
  kind: ServiceKind,
): Promise<void> {
  const store = (name: string) => newDocument(path.join(dataFolder, `${name}.json`))
  const random = systemRandom
  const vault = openVault({
    store: store('vault'),
    keychain: null,
    random: random.bytes,
    effort: cheap,
    clock: systemClock,
  })
  if (!vault.ok) throw new Error(`No vault: ${vault.reason}`)
  await vault.vault.createPassphrase(passphrase)
  const settings = openSettings(store('settings'), createSettingsGuard(vault, newWitness()))
  settings.update(all => ({ ...all, tutorial: { ...all.tutorial, open: false, listOpen: false } }))
  const { address, pathPrefix, apiKey, apiSecret } = service
  const typed = { kind, address, pathPrefix, apiKey, apiSecret, webhookAddress, account: null }
  const saved = await saveAndTest(typed, {
    ...unaskedAccount,
    settings,
    vault,
    random,
    clock: systemClock,
    resolveProxy: directly,
  })
  if (!saved.ok || !saved.value.saved) throw new Error(`Not connected: ${JSON.stringify(saved)}`)
}

/** Not the till's own store: that asks for Electron, which the process of the tests is not. */
function newDocument(file: string): DocumentStore {
  return {
    read: () => ({ state: 'none' }),
    write: document => writeFileSync(file, JSON.stringify(document), { mode: 0o600 }),
    quarantine: () => file,
    recover: () => null,
  }
}
