import { join } from 'node:path'
import type { IpcMain } from 'electron'
import { registerHandlers } from '../../../electron/main/ipc/register'
import { type Clock, systemClock } from '../../../electron/main/platform/clock'
import { createFileSink } from '../../../electron/main/platform/file-log'
import { createLog } from '../../../electron/main/platform/log'
import { systemRandom } from '../../../electron/main/platform/random'
import { createTill } from '../../../electron/main/till'
import { windowless } from '../../support/windowless'
import { fakeKeychain } from './fake-keychain'
import type { Question, TillMessage } from './messages'
import { startNodeExaminer } from './node-examiner'

/*
 * The main process without its windows: what electron/main/index.ts composes, on the same data
 * folder, with this process' message channel in the place of Electron's. Never part of the app.
 * Arguments: the data folder, and by how much the till's own waits are shortened.
 */

const [dataFolder = '', hurry = '1'] = process.argv.slice(2)
const faster = Number(hurry)

const clock: Clock = {
  ...systemClock,
  monotonic: () => systemClock.monotonic() * faster,
  after: (delay, action) => systemClock.after(delay / faster, action),
}

type Listener = Parameters<IpcMain['handle']>[1]
const listeners = new Map<string, Listener>()
// A parent that has gone hears nothing more; 'disconnect' then ends this process.
const say = (word: TillMessage) => process.connected && process.send?.(word)

const log = createLog(createFileSink(dataFolder))
const till = createTill({
  dataFolder,
  keychain: fakeKeychain,
  version: '0.0.0-kills',
  clock,
  random: systemRandom,
  log,
  push: (push, value) => say({ push, value } as TillMessage),
  exportFolder: join(dataFolder, 'exports'),
  startExaminer: startNodeExaminer,
  ...windowless(),
})
registerHandlers({
  ipcMain: { handle: (channel, listener) => void listeners.set(channel, listener) },
  handlers: till.handlers,
  senderOf: () => 'till',
  guard: till.guard,
  log,
})

process.on('message', async ({ number, channel, argument }: Question) => {
  const listener = listeners.get(channel)
  if (!listener) throw new Error(`No handler for ${channel}`)
  // Sound: nothing but `senderOf` looks at the event.
  const answer = await listener({} as Parameters<Listener>[0], argument)
  say({ number, answer })
})
process.once('disconnect', () => process.exit(0))

await till.start()
