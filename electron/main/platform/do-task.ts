import type { AskedTask, TaskTable, WorkerMessage } from './workers'

/** Not more often, ms: a sign for each piece of a file would be thousands. */
const signPause = 1_000

/** Does one task of the table, says now and then that it goes on, and says its end. Never rejects. */
export async function doTask(
  tasks: TaskTable,
  { name, argument }: AskedTask,
  send: (message: WorkerMessage) => void,
): Promise<void> {
  let signedAt = performance.now()
  const sign = () => {
    if (performance.now() - signedAt < signPause) return
    signedAt = performance.now()
    send({ is: 'sign' })
  }
  try {
    const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
    if (!task) throw new Error(`No task is called ${name}`)
    send({ is: 'done', value: await task(argument as never, sign) })
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code')
    const message = error instanceof Error ? error.message : String(error)
    send({ is: 'failed', code: typeof code === 'string' ? code : null, message })
  }
}
