import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { plants } from './plants'

const project = resolve(import.meta.dirname, '..', '..')

/** Only some are built in at each run: the others would go stale unseen until a long trial. */
it.each(plants)('fits the sources: $name', ({ file, changes }) => {
  const source = readFileSync(resolve(project, file), 'utf8')
  for (const { from } of changes) expect(source.split(from), from).toHaveLength(2)
})
