import { doTask } from '../../platform/do-task'
import type { AskedTask, WorkerMessage } from '../../platform/workers'
import { examine } from '../../store/recovery/salvage/salvage'
import { backupTasks } from './tasks'

/*
 * The process that does what could hold up main or end it: it reads databases that may be damaged, and works in
 * folders that people chose. It never opens a database that the till has open.
 */
const tasks = { ...backupTasks, examine }

// Electron's utility process has a port of its own; a child of plain Node, as in tests, has not.
const port = process.parentPort ?? null
const send = (message: WorkerMessage) => {
  if (port) port.postMessage(message)
  else process.send?.(message)
}
const receive = (task: AskedTask) => void doTask(tasks, task, send)
if (port) port.on('message', ({ data }) => receive(data))
else process.on('message', message => receive(message as AskedTask))
