import { type Saying, saysNothing } from './saying'

/** An HTTP answer as its sendQueue means it, before the network has had it. */
export interface RawAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** What it truly says. */
  saying: Saying
}

const json = { 'content-type': 'application/json' }

/** A success with these fields as its body. */
export function success(status: number, fields: object, saying: Saying): RawAnswer {
  return { status, headers: json, body: JSON.stringify(fields), saying }
}

/** A failure in the service's error body (§7). */
export function failure(
  status: number,
  errorCode: string | null,
  headers: Readonly<Record<string, string>> = {},
): RawAnswer {
  const error = { status: 'error', code: status, error_code: errorCode, message: `said ${status}` }
  const saying: Saying = { about: 'refusal', httpStatus: status }
  return { status, headers: { ...json, ...headers }, body: JSON.stringify(error), saying }
}

/** A page that is not the service's. */
export function page(status: number, headers: Readonly<Record<string, string>> = {}): RawAnswer {
  const body = '<!doctype html><title>Welcome</title><p>status: paid</p>'
  return {
    status,
    headers: { 'content-type': 'text/html', ...headers },
    body,
    saying: saysNothing,
  }
}
