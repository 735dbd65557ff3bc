import { contractFirst, fieldsOf, type Level, valuesOf } from './answer-levels'
import { errorWords, type ServiceError } from './answer-words'
import { displayText } from './field-text'
import { isFields } from './json'

const longestMessage = 500
const longestCode = 64

/**
 * Reads an error body (§7): `status` is `error` and `code` equals the HTTP status. Null for anything else:
 * then it is not known that the service itself is speaking. `error_code` and `message` only inform.
 */
export function readError(json: unknown, httpStatus: number): ServiceError | null {
  if (!isFields(json) || !saysError(json.status) || !isSameCode(json.code, httpStatus)) return null
  return {
    errorCode: textOf(json.error_code, longestCode) || null,
    message: textOf(json.message, longestMessage),
  }
}

/**
 * The words of an error body that came with a 2xx; null for another body. `error` is the status word of §7, and
 * a number there, or as `code`, is an HTTP status. A "no" to whether the call succeeded is an error as well.
 */
export function readErrorInSuccess(body: Level): string | null {
  const { fields } = body
  const status = valuesOf(fields, 'status')
  // Some services say it in an object: `"status": {"code": "500", "success": false}`.
  const call = [fields, ...status.filter(isFields).map(fieldsOf)]
  const codes = ['code', 'statuscode'].flatMap(name => call.flatMap(each => valuesOf(each, name)))
  const levels = [...call, ...contractFirst(body).map(level => level.fields)]
  const success = levels.flatMap(each => valuesOf(each, 'success'))
  const [code] = [...codes, ...status].filter(isErrorStatus)
  const isError = status.some(each => saysError(each) || saysNo(each))
  if (code === undefined && !isError && !success.some(each => saysNo(each) || each === 0))
    return null
  const text = (name: string, longest: number) => textOf(valuesOf(fields, name)[0], longest)
  const errorCode = text('errorcode', longestCode) || null
  const message = text('message', longestMessage)
  return errorWords(code === undefined ? null : Number(code), { errorCode, message })
}

function saysError(status: unknown): boolean {
  return typeof status === 'string' && status.trim().toLowerCase() === 'error'
}

function saysNo(value: unknown): boolean {
  return value === false || (typeof value === 'string' && value.trim().toLowerCase() === 'false')
}

function isErrorStatus(value: unknown): boolean {
  const isText = typeof value === 'string' && /^[45]\d\d$/.test(value.trim())
  return isText || (typeof value === 'number' && value >= 400 && value < 600)
}

/** A number, or one as text. Any other value could be turned into a number too, and would prove nothing. */
function isSameCode(code: unknown, httpStatus: number): boolean {
  return code === httpStatus || code === String(httpStatus)
}

function textOf(value: unknown, longest: number): string {
  return typeof value === 'string' ? displayText(value, longest) : ''
}
