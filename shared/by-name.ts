/** One value for each name, in their order. */
export function byName<Name extends string, Value>(
  names: readonly Name[],
  of: (name: Name) => Value,
): Record<Name, Value> {
  // Sound: there is an entry for each name.
  return Object.fromEntries(names.map(name => [name, of(name)])) as Record<Name, Value>
}
