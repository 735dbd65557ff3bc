import { displayText } from './field-reader'
import { isFields } from './payment-body'

const longestMessage = 500
const longestCode = 64

/** What the service said in its own error body (§7). */
export interface ServiceError {
  errorCode: string | null
  message: string
}

/**
 * Reads an error body (§7): `status` is `error` and `code` equals the HTTP status. Null for anything else:
 * then it is not known that the service itself is speaking. `error_code` and `message` only inform.
 */
export function readError(json: unknown, httpStatus: number): ServiceError | null {
  if (!isFields(json) || typeof json.status !== 'string') return null
  const isError = json.status.trim().toLowerCase() === 'error'
  if (!isError || !isSameCode(json.code, httpStatus)) return null
  return {
    errorCode: textOf(json.error_code, longestCode) || null,
    message: textOf(json.message, longestMessage),
  }
}

/** A number, or one as text. Any other value could be turned into a number too, and would prove nothing. */
function isSameCode(code: unknown, httpStatus: number): boolean {
  return code === httpStatus || code === String(httpStatus)
}

/** The service's error for people: `409 DUPLICATE_REFERENCE: …`, as far as it said so. */
export function errorWords(httpStatus: number, { errorCode, message }: ServiceError): string {
  const code = errorCode === null ? `${httpStatus}` : `${httpStatus} ${errorCode}`
  return message === '' ? code : `${code}: ${message}`
}

function textOf(value: unknown, longest: number): string {
  return typeof value === 'string' ? displayText(value, longest) : ''
}
