import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Till } from './till'

/**
 * Runs in the window before the till's own preload, in the same world, and notes what main sends:
 * each answer to a call and each push, also on channels that has no listener.
 */
const recorder = `
const { contextBridge, ipcRenderer } = require('electron')
const seen = []
const binary = (_key, value) =>
  ArrayBuffer.isView(value)
    ? String.fromCharCode(...new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
    : value
const note = (channel, value) => seen.push(channel + ' ' + JSON.stringify(value, binary))
const { invoke, emit } = ipcRenderer
ipcRenderer.invoke = async (channel, ...values) => {
  try {
    const answer = await invoke.call(ipcRenderer, channel, ...values)
    note(channel, answer)
    return answer
  } catch (error) {
    note(channel, String(error))
    throw error
  }
}
ipcRenderer.emit = (channel, event, ...values) => {
  note(channel, values)
  return emit.call(ipcRenderer, channel, event, ...values)
}
contextBridge.exposeInMainWorld('ipcTraffic', () => seen)
`

/** From now on everything that main sends to the till's window is noted. Reloads the window. */
export async function recordTraffic({ app, page }: Till, folder: string): Promise<void> {
  const file = path.join(folder, 'ipc-recorder.cjs')
  await writeFile(file, recorder)
  await app.evaluate(({ BrowserWindow }, filePath) => {
    const session = BrowserWindow.getAllWindows()[0]?.webContents.session
    if (!session) throw new Error('The till has no window')
    // The newer name; the older one is all that Electron 33 knows.
    if ('registerPreloadScript' in session)
      session.registerPreloadScript({ type: 'frame', filePath })
    else (session as { setPreloads(files: string[]): void }).setPreloads([filePath])
  }, file)
  await page.reload()
}

/** What main has sent since the window was loaded: a line each, the channel first. */
export function readTraffic({ page }: Till): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { ipcTraffic: () => string[] }).ipcTraffic())
}
