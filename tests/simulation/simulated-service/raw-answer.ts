import { type Saying, saysNothing } from './saying'

/** An HTTP answer as its sendQueue means it, before the network has had it. */
export interface RawAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** What it truly says. */
  saying: Saying
  /** False for what something between the service and the till wrote. */
  isService: boolean
  /** How long it is held back, ms. */
  delay?: number
}

const json = { 'content-type': 'application/json' }

/** A success of the service with this body, in any content type or none. */
export function success(
  status: number,
  body: string,
  contentType: string | undefined,
  saying: Saying,
): RawAnswer {
  const headers = contentType === undefined ? {} : { 'content-type': contentType }
  return { status, headers, body, saying, isService: true }
}

/** A failure in the service's error body (§7). */
export function failure(
  status: number,
  errorCode: string | null,
  headers: Readonly<Record<string, string>> = {},
  message = `said ${status}`,
): RawAnswer {
  const error = { status: 'error', code: status, error_code: errorCode, message }
  const saying: Saying = { about: 'refusal', httpStatus: status, isOfRepeat: false }
  const body = JSON.stringify(error)
  return { status, headers: { ...json, ...headers }, body, saying, isService: true }
}

/** An error body in an HTTP success: what became of the request, it does not say. */
export function errorInSuccess(headers: Readonly<Record<string, string>>): RawAnswer {
  return { ...failure(400, 'server_busy', headers), status: 200, saying: { about: 'error-body' } }
}

/** A page that is not the service's. */
export function page(status: number, headers: Readonly<Record<string, string>> = {}): RawAnswer {
  const body = '<!doctype html><title>Welcome</title><p>status: paid</p>'
  return {
    status,
    headers: { 'content-type': 'text/html', ...headers },
    body,
    saying: saysNothing,
    isService: false,
  }
}
