/** An HTTP answer as its sender means it, before the network has had it. */
export interface RawAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

const json = { 'content-type': 'application/json' }

/** A success in the service's envelope (§4). */
export function success(data: object, headers: Readonly<Record<string, string>> = {}): RawAnswer {
  // Its `status` speaks of the call: a till that reads it as the payment's is wrong (money rule 5).
  const body = JSON.stringify({ status: 'success', code: 200, data })
  return { status: 200, headers: { ...json, ...headers }, body }
}

/** A failure in the service's error body (§7). */
export function failure(
  status: number,
  errorCode: string | null,
  headers: Readonly<Record<string, string>> = {},
): RawAnswer {
  const error = { status: 'error', code: status, error_code: errorCode, message: `said ${status}` }
  return { status, headers: { ...json, ...headers }, body: JSON.stringify(error) }
}

/** A page of somebody who is not the service. */
export function page(status: number, headers: Readonly<Record<string, string>> = {}): RawAnswer {
  const body = '<!doctype html><title>Welcome</title><p>status: paid</p>'
  return { status, headers: { 'content-type': 'text/html', ...headers }, body }
}
