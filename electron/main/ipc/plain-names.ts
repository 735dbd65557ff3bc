import { plainName } from '../../../shared/plain-text'

/** Fields that name a person, a place, a shop or a till. A service's address is none: it is checked as a URL. */
const nameField =
  /(?:^|\.)(?:name|firstName|lastName|till|city)$|(?:^|\.)(?:customer|details)\.(?:address|country)$/

/**
 * A call's argument with every name in it made plain, so that two names that look the same are the same. The
 * very argument where all of them are plain.
 */
export function withPlainNames(argument: unknown, path = ''): unknown {
  if (typeof argument === 'string') return nameField.test(path) ? plainName(argument) : argument
  if (typeof argument !== 'object' || argument === null) return argument
  if (Array.isArray(argument)) {
    const plain = argument.map(each => withPlainNames(each, path))
    return plain.every((each, at) => each === argument[at]) ? argument : plain
  }
  const fields = Object.entries(argument)
  const plain = fields.map(([name, inner]) => {
    const kept = withPlainNames(inner, path === '' ? name : `${path}.${name}`)
    return [name, kept] as const
  })
  return plain.every(([, kept], at) => kept === fields[at]?.[1])
    ? argument
    : Object.fromEntries(plain)
}
