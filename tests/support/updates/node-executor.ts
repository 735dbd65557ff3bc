import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'

/** electron-updater's way to the network, by Node's HTTP instead of Chromium's. */
export function nodeExecutor(): ElectronHttpExecutor {
  return Object.assign(new ElectronHttpExecutor(), {
    createRequest: (
      options: object,
      callback: (response: IncomingMessage) => void,
    ): ClientRequest => request(options, callback),
  }) as unknown as ElectronHttpExecutor
}
