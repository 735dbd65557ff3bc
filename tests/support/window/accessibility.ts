import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result } from 'axe-core'
import { expect } from './test'
import type { Till } from './till'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Runs axe-core on the window and expects no violation. */
export async function expectAccessible({ page }: Till, name: string): Promise<void> {
  // Through the debugger, because the page's own policy lets no foreign script in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(`${axeSource}; null`)
  // What passed is thousands of nodes, slow to describe and to transfer: it is not used.
  const found = await page.evaluate<Result[]>(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
  )
  const violations = found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect(violations, `${name}: axe`).toEqual([])
}
