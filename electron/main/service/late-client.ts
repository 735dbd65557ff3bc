import type { ServiceClient, ServiceClientDeps } from './client'
import { clientClosed, codeOf, unreachableReason } from './exchange'
import type { ServiceResponse } from './service-response'

/** Loads HTTP and what reads answers: before the first call where that comes later, so that no call waits for it. */
export const loadClient = () => import('./client')

/** A client whose code is loaded by its first call: a till starts without it. */
export function createLateClient(deps: ServiceClientDeps): ServiceClient {
  let opening: Promise<ServiceClient> | null = null
  let closed = false

  async function open(): Promise<ServiceClient> {
    const { createServiceClient } = await loadClient()
    return createServiceClient(deps)
  }

  async function through<T>(
    call: (client: ServiceClient) => Promise<ServiceResponse<T>>,
  ): Promise<ServiceResponse<T>> {
    if (closed) return unsent(clientClosed)
    opening ??= open()
    let client: ServiceClient
    try {
      client = await opening
    } catch (error) {
      return unsent(codeOf(error))
    }
    // Closed meanwhile: the client that opened after it sends nothing.
    return closed ? unsent(clientClosed) : call(client)
  }

  return {
    createMobilePayment: request => through(client => client.createMobilePayment(request)),
    readMobilePayment: reference => through(client => client.readMobilePayment(reference)),
    createCardPayment: request => through(client => client.createCardPayment(request)),
    readCardPayment: reference => through(client => client.readCardPayment(reference)),
    async close() {
      closed = true
      const client = await opening?.catch(() => null)
      await client?.close()
    },
  }
}

function unsent(code: string): ServiceResponse<never> {
  return { class: 'unreachable', sent: 'no', reason: unreachableReason(code), detail: code }
}
