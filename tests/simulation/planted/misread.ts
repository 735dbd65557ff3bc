import type { HttpResponse } from '../../../electron/main/service/exchange'

/*
 * Bugs of a reader, planted as a change of the answer before any reader has it: they name no source, so they fit
 * every reader.
 */

const statusNames = ['status', 'payment_status', 'transaction_status', 'state']

/** The answer with each field changed; undefined takes it away. What is no JSON stays as it is. */
const changing =
  (change: (name: string, value: unknown) => unknown) =>
  (response: HttpResponse): HttpResponse => {
    if (response.body.kind !== 'whole' || response.status > 299) return response
    const text = response.body.bytes.toString().replace(/^\ufeff/, '')
    // Long numbers stay text: a float would lose their digits, which is another bug.
    const quoted = text.replace(/:(\d{16,})/g, ':"$1"')
    try {
      const json = JSON.stringify(JSON.parse(quoted), change)
      return { ...response, body: { kind: 'whole', bytes: Buffer.from(json) } }
    } catch {
      return response
    }
  }

const isPaidWord = (value: unknown) =>
  typeof value === 'string' && /^\s*(?:paid|completed|succe\w+|settled|ok)\s*$/i.test(value)

/** Only the words that say paid are seen, where there is one. */
export function oneWordIsEnough(response: HttpResponse): HttpResponse {
  let isPaid = false
  changing((name, value) => {
    isPaid ||= statusNames.includes(name) && isPaidWord(value)
    return value
  })(response)
  const others = changing((name, value) =>
    statusNames.includes(name) && typeof value === 'string' && !isPaidWord(value)
      ? undefined
      : value,
  )
  return isPaid ? others(response) : response
}

/** The weak words are taken for clear ones. */
export const successNeedsNoAmount = changing((name, value) =>
  statusNames.includes(name) && /^\s*success(?:ful)?\s*$/i.test(String(value)) ? 'paid' : value,
)

/** An amount that is more than digits and separators counts as none. */
export const unreadableAmountLeftOut = changing((name, value) =>
  ['amount', 'value'].includes(name) &&
  typeof value === 'string' &&
  /[a-z]|\.\d{3}|,\d{2}$/i.test(value)
    ? undefined
    : value,
)
