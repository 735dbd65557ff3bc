import type { ParseKeys } from 'i18next'
import type { FailureCode } from '../../../../shared/ipc/result'
import type { ConnectionView } from '../../../../shared/ipc/till-state'

/** The connection form, as typed. Keys begin empty: a window never gets the sealed ones back. */
export interface ConnectionFields {
  address: string
  pathPrefix: string
  apiKey: string
  apiSecret: string
  webhookAddress: string
}

/** What is wrong, in words. */
export type ConnectionProblems = Partial<Record<keyof ConnectionFields, ParseKeys>>

/** The order of the fields on the screen. */
export const connectionOrder: readonly (keyof ConnectionFields)[] = [
  'address',
  'apiKey',
  'apiSecret',
  'pathPrefix',
  'webhookAddress',
]

/** What is typed before anything is: the address that is kept, and no keys. */
export function fieldsOf(view: ConnectionView): ConnectionFields {
  const { address, pathPrefix, webhookAddress } = view
  return { address, pathPrefix, webhookAddress, apiKey: '', apiSecret: '' }
}

/** What can be seen to be wrong before main is asked. */
export function connectionProblems(
  fields: ConnectionFields,
  keysStored: boolean,
): ConnectionProblems {
  const problems: ConnectionProblems = {}
  if (fields.address.trim() === '') problems.address = 'app.empty'
  if (!/^[A-Za-z0-9._~-]{1,64}$/.test(fields.pathPrefix.trim()))
    problems.pathPrefix = 'settings.connection.prefixBad'
  if (!keysStored && fields.apiKey.trim() === '') problems.apiKey = 'app.empty'
  if (!keysStored && fields.apiSecret.trim() === '') problems.apiSecret = 'app.empty'
  return problems
}

const refusedFields: Partial<Record<FailureCode, keyof ConnectionFields>> = {
  'address-bad': 'address',
  'address-not-https': 'address',
  'keys-needed': 'apiKey',
  'webhook-address-bad': 'webhookAddress',
  'webhook-address-here': 'webhookAddress',
}

/** The field that a failure of main is about, if it is about one. */
export function fieldOfFailure(code: FailureCode): keyof ConnectionFields | null {
  return refusedFields[code] ?? null
}
