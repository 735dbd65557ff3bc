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
      for (const client of clients) {
        const [first = 0, second = 0] = exchanges.flatMap(each =>
          each.client === client ? [each.took] : [],
        )
        // The dead family is waited for once a run, 2.5 s.
        expect(first, client).toBeGreaterThan(second + 1_500)
      }
    },
  )
})
