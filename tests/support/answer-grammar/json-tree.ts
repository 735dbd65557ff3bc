/**
 * JSON as a tree whose leaves are raw text. It can hold what no JavaScript value can: a key twice,
 * `__proto__` as a key, numbers and words that are no JSON.
 */
export type JsonTree =
  | { kind: 'raw'; text: string }
  | { kind: 'object'; entries: readonly Entry[] }
  | { kind: 'array'; items: readonly JsonTree[] }

export interface Entry {
  key: string
  value: JsonTree
}

export function raw(text: string): JsonTree {
  return { kind: 'raw', text }
}

export function object(fields: Record<string, JsonTree>): JsonTree {
  return { kind: 'object', entries: Object.entries(fields).map(([key, value]) => ({ key, value })) }
}

/** A string, as JSON writes it. */
export function text(value: string): JsonTree {
  return raw(JSON.stringify(value))
}

export function writeJson(tree: JsonTree): string {
  if (tree.kind === 'raw') return tree.text
  if (tree.kind === 'array') return `[${tree.items.map(writeJson).join(',')}]`
  const entries = tree.entries.map(({ key, value }) => `${JSON.stringify(key)}:${writeJson(value)}`)
  return `{${entries.join(',')}}`
}

/** How many entries a tree holds, at all depths: each can be reached by its number. */
export function countEntries(tree: JsonTree): number {
  if (tree.kind === 'raw') return 0
  if (tree.kind === 'array') return sum(tree.items.map(countEntries))
  return sum(tree.entries.map(entry => 1 + countEntries(entry.value)))
}

/** The tree with its nth entry (parents before children) replaced by none, one or several. */
export function changeEntry(
  tree: JsonTree,
  nth: number,
  change: (entry: Entry) => readonly Entry[],
): JsonTree {
  let left = nth
  const walk = (node: JsonTree): JsonTree => {
    if (node.kind === 'raw') return node
    if (node.kind === 'array') return { ...node, items: node.items.map(walk) }
    return { ...node, entries: node.entries.flatMap(visit) }
  }
  const visit = (entry: Entry): readonly Entry[] => {
    if (left-- === 0) return change(entry)
    return [{ ...entry, value: walk(entry.value) }]
  }
  return walk(tree)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0)
}
