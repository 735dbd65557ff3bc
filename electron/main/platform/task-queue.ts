/** Runs tasks one after another. */
export interface TaskQueue {
  /** Runs a task when all earlier ones have ended, and gives its result. */
  run<Value>(task: () => Value | Promise<Value>): Promise<Value>
  /** Resolves when no task is left. */
  idle(): Promise<void>
}

/** Starts empty. A task that fails does not stop those behind it. */
export function createTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(task) {
      const done = last.then(task)
      last = done.catch(() => undefined) // the caller of the task gets the error
      return done
    },
    async idle() {
      for (let awaited: unknown = null; awaited !== last; ) {
        awaited = last
        await last
      }
    },
  }
}
