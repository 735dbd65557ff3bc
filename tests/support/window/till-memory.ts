import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Till } from './till'

/** Everything that the till's window has in its memory, after the garbage was collected. */
export async function windowHeap({ app }: Till, folder: string): Promise<Buffer> {
  const file = path.join(folder, 'window.heapsnapshot')
  await app.evaluate(
    ({ BrowserWindow }, target) =>
      BrowserWindow.getAllWindows()[0]?.webContents.takeHeapSnapshot(target),
    file,
  )
  const heap = await readFile(file)
  await rm(file)
  return heap
}

/** What anybody with the same account sees of a process: how it was started (Linux). */
export interface ProcessText {
  /** Chromium's word for what it does. */
  type: string
  args: Buffer
  environment: Buffer
}

/** The till's processes, all that Electron knows of (Linux). */
export async function tillProcesses({ app }: Till): Promise<ProcessText[]> {
  const known = await app.evaluate(({ app: electronApp }) =>
    electronApp.getAppMetrics().map(({ pid, type }) => ({ pid, type })),
  )
  return Promise.all(known.map(({ pid, type }) => processText(pid, type)))
}

/** The same of one process. */
export async function processText(pid: number, type: string): Promise<ProcessText> {
  const [args, environment] = await Promise.all([
    readFile(`/proc/${pid}/cmdline`),
    readFile(`/proc/${pid}/environ`),
  ])
  return { type, args, environment }
}
