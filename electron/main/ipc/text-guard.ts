/** What the ledger's engine cannot keep truthfully: it refuses such a text as it refuses a failing disk. */
const unkeepable = /\0|\p{Surrogate}/u

/**
 * The first field of a call's argument whose text holds a NUL or half a character, or null: nobody types
 * one, and it would stop the till from selling. Looked at behind the schema; a new field is looked at
 * without anybody thinking of it.
 */
export function findUnkeepableText(argument: unknown, path = ''): string | null {
  if (typeof argument === 'string') return unkeepable.test(argument) ? path || 'argument' : null
  if (typeof argument !== 'object' || argument === null) return null
  for (const [name, inner] of Object.entries(argument)) {
    const found = findUnkeepableText(inner, path === '' ? name : `${path}.${name}`)
    if (found !== null) return found
  }
  return null
}
