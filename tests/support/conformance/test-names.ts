import { parseSync } from '@swc/core'
import { z } from 'zod'

const node = z.looseObject({ type: z.string() })
const callSchema = z.looseObject({
  type: z.literal('CallExpression'),
  callee: node,
  arguments: z.array(z.looseObject({ expression: node })),
})
const literal = z.looseObject({ type: z.literal('StringLiteral'), value: z.string() })

/** `describe`, `it` or what else is called: also through `it.each(…)`, as far as its first name. */
function calledName(callee: z.infer<typeof node>): string | null {
  if (callee.type === 'Identifier') return String(callee.value)
  const inner = node.safeParse(callee.object ?? callee.callee)
  return inner.success ? calledName(inner.data) : null
}

function titledCall(value: unknown): { name: string | null; title: string } | null {
  const call = callSchema.safeParse(value)
  const first = literal.safeParse(call.data?.arguments[0]?.expression)
  return call.success && first.success
    ? { name: calledName(call.data.callee), title: first.data.value }
    : null
}

function namesWithin(value: unknown, group: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const call = titledCall(value)
  const inner = call?.name === 'describe' ? `${call.title} › ` : group
  const own = call?.name === 'it' ? [group + call.title] : []
  return [...own, ...Object.values(value).flatMap(each => namesWithin(each, inner))]
}

/** The tests of a file's text, as `group › title`, titles as they are written (`%s` and all). */
export function testNames(source: string): string[] {
  return namesWithin(parseSync(source, { syntax: 'typescript' }), '')
}
