import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import { listOf } from '../../../scripts/package/update-list'
import { openPort } from '../parts'

/** A publisher's key pair; the public one as an owner enters it. */
export function newSigningKey(): { privateKey: KeyObject; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return { privateKey, publicKey: raw.toString('base64') }
}

type Served = Buffer | ((response: ServerResponse) => void)

/** A server of updates on this computer: what it has, and what it was asked. */
export interface UpdateServer {
  address: string
  publicKey: string
  files: Map<string, Served>
  /** The names that were asked for. */
  asked: string[]
  /** Headers of the last request. */
  headers: () => Record<string, unknown>
  /** Offers a version with these packages, signed. */
  publish(version: string, packages: Record<string, Buffer>): void
  /** Puts a list there, signed as it is. */
  publishList(list: string): void
  stop(): Promise<void>
}

const listNames = ['latest-linux.yml', 'latest-linux-arm64.yml', 'latest.yml', 'latest-mac.yml']

export async function startUpdateServer(): Promise<UpdateServer> {
  const { privateKey, publicKey } = newSigningKey()
  const files = new Map<string, Served>()
  const asked: string[] = []
  let headers: Record<string, unknown> = {}
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://x').pathname.replace('/till/', '')
    asked.push(name)
    headers = request.headers
    const served = files.get(name)
    if (typeof served === 'function') served(response)
    else if (served) response.setHeader('content-length', served.length).end(served)
    else response.writeHead(404).end()
  })
  const port = await openPort(server)

  function publishList(list: string): void {
    const signature = sign(null, Buffer.from(list), privateKey).toString('base64')
    for (const name of listNames) {
      files.set(name, Buffer.from(list))
      files.set(`${name}.sig`, Buffer.from(`${signature}\n`))
    }
  }

  return {
    address: `http://127.0.0.1:${port}/till`,
    publicKey,
    files,
    asked,
    headers: () => headers,
    publishList,
    publish(version, packages) {
      for (const [name, bytes] of Object.entries(packages)) files.set(name, bytes)
      publishList(listOf(version, Object.entries(packages).map(factsOf)))
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function factsOf([name, bytes]: [string, Buffer]) {
  const sha512 = createHash('sha512').update(bytes).digest('base64')
  return { name, size: bytes.length, sha512 }
}

/** electron-updater's way to the network, by Node's HTTP instead of Chromium's. */
export function nodeExecutor(): ElectronHttpExecutor {
  return Object.assign(new ElectronHttpExecutor(), {
    createRequest: (
      options: object,
      callback: (response: IncomingMessage) => void,
    ): ClientRequest => request(options, callback),
  }) as unknown as ElectronHttpExecutor
}
