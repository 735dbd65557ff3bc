import { fork } from 'node:child_process'
import path from 'node:path'
import { createFileSink } from '../../electron/main/platform/file-log'
import { createLog } from '../../electron/main/platform/log'
import { workerIn } from '../support/parts'
import { createTestTill } from '../support/test-till'
import type { Question, TillMessage } from './till-process'

/*
 * A till's main process without its windows, on this process' message channel. Never part of the app.
 * Arguments: the data folder, and by how much the till's own waits are shortened.
 */

const [dataFolder = '', faster = '1'] = process.argv.slice(2)
// A parent that has gone hears nothing more; 'disconnect' then ends this process.
const send = (word: TillMessage) => process.connected && process.send?.(word)

const { till, ask } = createTestTill({
  dataFolder,
  exportFolder: path.join(dataFolder, 'exports'),
  faster: Number(faster),
  log: createLog(createFileSink(dataFolder)),
  push: (push, value) => send({ push, value } as TillMessage),
  senderOf: () => 'till',
  // A till that was killed while it opened its ledger has it examined at the next start: by the real worker, from
  // the same bundle.
  startWorker: () => workerIn(fork(path.join(import.meta.dirname, 'worker.mjs'))),
})

process.on('message', async ({ number, channel, argument }: Question) => {
  send({ number, answer: await ask(channel, argument) })
})
process.once('disconnect', () => process.exit(0))

await till.start()
