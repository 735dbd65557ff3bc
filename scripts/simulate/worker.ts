import { z } from 'zod'
import { runCampaign } from '../../tests/simulation/campaign'

/* One process of `npm run simulate`: takes seeds, answers what they came to. Ends with its parent. */

const taskSchema = z.object({ from: z.int(), count: z.int() })

process.on('message', message => {
  const { from, count } = taskSchema.parse(message)
  // What it throws ends this process, and the parent says which seeds it had.
  void runCampaign(from, count, { mostFailures: 3 }).then(campaign => process.send?.(campaign))
})

// Its seeds take minutes, and nobody would take their answer.
process.once('disconnect', () => process.exit())
