/**
 * What was kept, with the default of each field that it lacks: a version of this app from before those settings wrote
 * it. Only objects are filled in: a list is what a person chose. What is no object is left to the schema.
 */
export function withAddedSettings(kept: unknown, defaults: object): unknown {
  if (!isObject(kept)) return kept
  const filled = Object.entries(defaults).map(([name, value]: [string, unknown]) => {
    if (!(name in kept)) return [name, value]
    return [name, isObject(value) ? withAddedSettings(kept[name], value) : kept[name]]
  })
  return { ...kept, ...Object.fromEntries(filled) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
