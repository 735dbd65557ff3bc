import { z } from 'zod'
import { runCampaign } from '../../tests/simulation/campaign'

/* One process of `npm run simulate`. It gets seeds from its parent, runs them, and sends back the result. */

const taskSchema = z.object({ from: z.int(), count: z.int() })

process.on('message', message => {
  const { from, count } = taskSchema.parse(message)
  // An error ends this process. The parent then says which seeds this process had.
  void runCampaign(from, count, { mostFailures: 3 }).then(campaign => process.send?.(campaign))
})

// Without its parent it would run for minutes more, and no process would receive the result.
process.once('disconnect', () => process.exit())
