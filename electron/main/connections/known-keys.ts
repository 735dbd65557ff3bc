import type { ServiceKind } from '../../../shared/connection'
import type { Sale } from '../../../shared/payment/sale'
import type { Clock } from '../platform/clock'
import { createServiceClient, placeOf, type ResolveProxy, type ServiceKeys } from '../service'
import type { TillDocument } from '../store/till-document'
import { usableAuthorities } from './authorities'

interface KnownKeysDeps {
  clock: Clock
  resolveProxy: ResolveProxy
}

/**
 * Whether the service of a document accepts these keys for the account that was used there: it knows a payment that
 * this till made. A till that made none cannot tell one account from another. Never rejects.
 */
export async function areOfSameAccount(
  kind: ServiceKind,
  { settings }: TillDocument,
  sale: Pick<Sale, 'reference' | 'channel'> | null,
  keys: ServiceKeys,
  { clock, resolveProxy }: KnownKeysDeps,
): Promise<boolean> {
  const { address, pathPrefix, authorities } = settings[kind]
  if (placeOf(address, pathPrefix) === null || sale?.reference == null) return false
  const client = createServiceClient({
    address,
    pathPrefix,
    clock,
    resolveProxy,
    certificateAuthorities: usableAuthorities(authorities),
    keys: () => keys,
  })
  try {
    const answer =
      sale.channel === 'card'
        ? await client.readCardPayment(sale.reference)
        : await client.readMobilePayment(sale.reference)
    return answer.class === 'ok'
  } finally {
    await client.close()
  }
}
