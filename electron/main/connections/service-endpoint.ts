import type { ServiceKind } from '../../../shared/connection'
import { placeOf, type ServiceKeys } from '../service'
import type { TillStore } from '../store/till-store'
import { savedKeys } from './account-keys'
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
   * be another one, and a payment that went with the old keys would be retried with the new ones.
   */
  account: string
  /** Certificate authorities (PEM) that are trusted there in addition to the well-known ones. */
  certificateAuthorities: readonly string[]
}

/** The sandbox or production service: its address and its keys are of one document. Null where it has not both. */
export function serviceEndpoint(
  kind: ServiceKind,
  store: Pick<TillStore, 'document'>,
): ServiceEndpoint | null {
  const { address, pathPrefix, webhookAddress, account, authorities } =
    store.document().settings[kind]
  const keys = savedKeys(store, kind)
  const place = placeOf(address, pathPrefix)
  if (keys === null || place === null) return null
  return {
    address,
    pathPrefix,
    webhookAddress,
    account,
    keys: asked => (asked === place ? keys : null),
    certificateAuthorities: usableAuthorities(authorities),
  }
}
