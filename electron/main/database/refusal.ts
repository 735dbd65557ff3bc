/**
 * The error for a call this room will not pass on to the engine: a mistake in our own code, found
 * before anything was bound, read or written.
 */
export function refusal(message: string): Error {
  const error = new Error(message)
  error.name = 'DatabaseRefusal'
  return error
}
