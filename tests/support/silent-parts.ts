import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A process and those that it started. */
export function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(name => parentOf(name) === pid)
  return [pid, ...children.flatMap(child => familyOf(Number(child)))]
}

function parentOf(name: string): number | null {
  try {
    // `pid (name) state ppid`, where a name may hold anything.
    const [, parent] = /\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'latin1')) ?? []
    return Number(parent)
  } catch {
    return null
  }
}

/** A device at the printer's address that sends one byte for ever. */
export async function startFlood(): Promise<{ address: string; stop: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    const bytes = Buffer.alloc(65_536, 0x12)
    const send = () => void (socket.write(bytes) && setImmediate(send))
    socket.on('drain', send).on('error', () => undefined)
    send()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
