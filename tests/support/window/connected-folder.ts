import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { saveAndTest } from '../../../electron/main/connections/connection-saver'
import { systemClock } from '../../../electron/main/platform/clock'
import { systemRandom } from '../../../electron/main/platform/random'
import type { ServiceKind } from '../../../shared/connection'
import { defaultPreferences } from '../../../shared/settings'
import { directly } from '../directly'
import { storeIn } from '../till-store'
import { unaskedAccount } from '../unasked-account'
import { passphrase, type ServiceDetails, webhookAddress } from './connection'

/**
 * Leaves in a fresh data folder what the owner's first run leaves there, written by the till's own
 * code: address, account and keys, tried and protected by `passphrase`. For tests whose subject comes
 * after the first run. Throws what the till would have said.
 * All else counts as set up too: its list would be next to every screen.
 */
export async function connectFolder(
  dataFolder: string,
  service: ServiceDetails,
  kind: ServiceKind,
): Promise<void> {
  const store = storeIn(dataFolder, null, { clock: systemClock })
  await store.createPassphrase(passphrase)
  const tutorial = { ...defaultPreferences.tutorial, open: false, listOpen: false }
  const preferences = { ...defaultPreferences, tutorial }
  writeFileSync(path.join(dataFolder, 'preferences.json'), JSON.stringify(preferences))
  const { address, pathPrefix, apiKey, apiSecret } = service
  const typed = { kind, address, pathPrefix, apiKey, apiSecret, webhookAddress, account: null }
  const saved = await saveAndTest(typed, {
    ...unaskedAccount,
    store,
    random: systemRandom,
    clock: systemClock,
    resolveProxy: directly,
  })
  if (!saved.ok || !saved.value.saved) throw new Error(`Not connected: ${JSON.stringify(saved)}`)
  store.stop()
}
