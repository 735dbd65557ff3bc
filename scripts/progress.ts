import { note } from './command'

const beat = 5_000

/** Names a step that takes long, and keeps saying that it is still alive until it ends. */
export async function withProgress<T>(label: string, work: () => Promise<T>): Promise<T> {
  const started = Date.now()
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
  note(`${label} …`)
  const timer = setInterval(() => note(`${label} … ${seconds()}`), beat)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
