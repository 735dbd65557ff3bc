import { isFields } from './payment-body'
import { displayText } from './text'

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
  const isOwn = json.status.trim().toLowerCase() === 'error' && Number(json.code) === httpStatus
  if (!isOwn) return null
  return {
    errorCode: textOf(json.error_code, longestCode) || null,
    message: textOf(json.message, longestMessage),
  }
}

/** The service's error for people: `409 DUPLICATE_REFERENCE: …`, as far as it said so. */
export function errorWords(httpStatus: number, { errorCode, message }: ServiceError): string {
  const code = errorCode === null ? `${httpStatus}` : `${httpStatus} ${errorCode}`
  return message === '' ? code : `${code}: ${message}`
}

function textOf(value: unknown, longest: number): string {
  return typeof value === 'string' ? displayText(value, longest) : ''
}
