import type { ServiceKind } from '../../../shared/connection'
import type { Stage } from '../../../shared/ipc/till-state'
import type { Settings } from '../../../shared/settings'
import { placeOf, type ServiceKeys } from '../service'
import type { Vault } from '../vault'
import { accountInUse } from './account-keys'
import { usableAuthorities } from './authorities'

/** The service at the other end of a connection: where it is and how the till shows who it is. */
export interface ServiceEndpoint {
  address: string
  pathPrefix: string
  /** '' when there is none. */
  webhookAddress: string
  /** Null for another place than the one that the keys were entered for. */
  keys: (place: string) => ServiceKeys | null
  /**
   * The merchant account behind these very keys. HAZARD: asked of the settings later, it could already
   * be another one, and a sale that went with the old keys would be retried with the new ones.
   */
  account: string
  /** Certificate authorities (PEM) that are trusted there in addition to the well-known ones. */
  certificateAuthorities: readonly string[]
}

/** An endpoint that is ready, or what the till shows instead. */
export type ServiceEndpointOpening =
  | { ok: true; endpoint: ServiceEndpoint }
  | { ok: false; stage: Stage }

/** The sandbox or production service, from the settings and the vault. */
export function openServiceEndpoint(
  kind: ServiceKind,
  settings: Settings,
  vault: Vault,
): ServiceEndpointOpening {
  const keys = vault.keys(kind)
  const { address, pathPrefix, webhookAddress } = settings[kind]
  const account = accountInUse(settings[kind], keys)
  if (keys.state === 'locked') return { ok: false, stage: { name: 'locked' } }
  if (keys.state === 'unreadable' || account === null)
    return {
      ok: false,
      stage: {
        name: 'blocked',
        reason: 'keys-unreadable',
        detail: kind,
        sealedBy: vault.sealedBy({ keys: kind }),
      },
    }
  // An address that was not saved by Save and test, but by hand in the file, is judged again.
  const place = placeOf(address, pathPrefix)
  if (keys.state === 'absent' || place === null)
    return { ok: false, stage: { name: 'not-connected', kind } }
  if (keys.place !== place)
    return { ok: false, stage: { name: 'blocked', reason: 'keys-elsewhere', detail: keys.place } }
  const { apiKey, apiSecret } = keys
  return {
    ok: true,
    endpoint: {
      address,
      pathPrefix,
      webhookAddress,
      account,
      keys: asked => (asked === keys.place ? { apiKey, apiSecret } : null),
      certificateAuthorities: usableAuthorities(settings[kind].authorities),
    },
  }
}
