import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { v7 } from 'uuid'
import { hears, mayCall } from '../../../electron/main/outputs/windows/permissions'
import { createLog } from '../../../electron/main/platform/log'
import { type Random, systemRandom } from '../../../electron/main/platform/random'
import { pushChannelOf } from '../../../shared/ipc/bridge'
import type { PushName } from '../../../shared/ipc/contract'
import { workerIn } from '../parts'
import { createTestTill } from '../test-till'
import type { ChildMessage, ChildStart, Question } from './till-process'

/* A till's main process without its windows, behind the real table of calls: for a page in a browser. */

const { dataFolder, stillAt }: ChildStart = JSON.parse(process.argv[2] ?? '')
// A parent that has gone hears nothing more; 'disconnect' then ends this process.
const send = (message: ChildMessage) => process.connected && process.send?.(message)

const { till, ask } = createTestTill({
  dataFolder,
  exportFolder: path.join(dataFolder, 'exports'),
  faster: 1,
  log: createLog({ write: (_level, line) => process.stderr.write(`${line}\n`) }),
  push(name: PushName, value: unknown) {
    for (const window of ['till', 'customer'] as const)
      if (hears(window, name)) send({ window, channel: pushChannelOf(name), value })
  },
  senderOf: channel => (mayCall('till', channel) ? 'till' : 'customer'),
  startWorker: () => workerIn(fork(path.join(import.meta.dirname, 'worker.mjs'))),
  ...(stillAt !== null && { random: countedRandom(), wall: () => stillAt }),
})

const started = till.start()

process.on('message', async ({ number, channel, argument }: Question) => {
  // As the preload does: an earlier answer could show a false first run.
  await started
  send({ number, answer: await ask(channel, argument) })
})
process.once('disconnect', () => process.exit(0))

await started

/** The same ids in every run: a picture shows them. */
function countedRandom(): Random {
  let payments = 0
  return {
    ...systemRandom,
    paymentId(wall) {
      payments += 1
      const random = createHash('sha256').update(`payment ${payments}`).digest()
      return v7({ msecs: wall, seq: payments, random })
    },
  }
}
