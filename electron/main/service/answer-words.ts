/*
 * Words that reading an answer and judging it share. They load with the till; what reads answers loads with the
 * first call.
 */

/** Words with which a call says that it succeeded; a payment's own word only with its amount (money rule 5). */
export function isCallWord(word: string): boolean {
  return ['success', 'successful', 'ok'].includes(word.toLowerCase())
}

/** Whichever of the shillings: the payment says which. */
export const anyShilling = 'SHS'

/** What the service said in its own error body (§7). */
export interface ServiceError {
  errorCode: string | null
  message: string
}

/** The service's error for people: `409 DUPLICATE_REFERENCE: …`, as far as it said so. */
export function errorWords(status: number | null, { errorCode, message }: ServiceError): string {
  const code = [status, errorCode].filter(part => part !== null).join(' ')
  return [code, message].filter(part => part !== '').join(': ')
}
