import { describe, expect, it } from 'vitest'
import {
  clients,
  exchangesOver,
  type Line,
  lines,
  slowLineImpossible,
} from '../../../support/slow-line/slow-line'

const impossible = slowLineImpossible()
const why = impossible === null ? '' : ` (not tried: ${impossible})`

/*
 * Real packets, real TLS, a real PostgreSQL; what is wrong with each line is in `lines`. How long each exchange takes
 * is measured by `npm run bench -- line`.
 */
describe.skipIf(impossible !== null)(`over a line with 600 ms${why}`, () => {
  it.concurrent.each(Object.keys(lines) as Line[])(
    'everything that connects is answered: %s',
    {
      timeout: 120_000,
    },
    async line => {
      const exchanges = await exchangesOver(line)
      expect(exchanges.map(({ client, outcome }) => [client, outcome])).toEqual(
        clients.flatMap(client => [
          [client, 'ok'],
          [client, 'ok'],
        ]),
      )
      if (line !== 'IPv6 silent') return
      const took = clients.map(client =>
        exchanges.flatMap(each => (each.client === client ? [each.took] : [])),
      )
      const sumOf = (turn: number) => took.reduce((sum, turns) => sum + (turns[turn] ?? 0), 0)
      // Each client waits for the dead family once a run, 2.5 s. One of them may be slow on a busy computer, not all.
      expect(sumOf(0), JSON.stringify(took)).toBeGreaterThan(sumOf(1) + clients.length * 1_250)
    },
  )
})
