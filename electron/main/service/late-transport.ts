import { clientClosed, codeOf, type Exchange } from './exchange'
import type { Transport, TransportDeps } from './transport'

/** Loads the HTTP client: before the first call where that comes later, so that no call waits for it. */
export const loadTransport = () => import('./transport')

/** A transport whose HTTP client is loaded by its first call: a till starts without one. */
export function createLateTransport(deps: TransportDeps): Transport {
  let opening: Promise<Transport> | null = null
  let closed = false

  async function open(): Promise<Transport> {
    const { createTransport } = await loadTransport()
    return createTransport(deps)
  }

  return {
    async post(message) {
      if (closed) return unsent(clientClosed)
      opening ??= open()
      let transport: Transport
      try {
        transport = await opening
      } catch (error) {
        return unsent(codeOf(error))
      }
      // Closed meanwhile: the client that opened after it sends nothing.
      return closed ? unsent(clientClosed) : transport.post(message)
    },
    async close() {
      closed = true
      const transport = await opening?.catch(() => null)
      await transport?.close()
    },
  }
}

function unsent(code: string): Exchange {
  return { kind: 'failure', sent: 'no', code }
}
