import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Socket } from 'node:net'
import { codedError, proxyAuthNeeded, proxyRefused, proxyTimedOut } from './failure'
import type { Route } from './proxy-route'

interface Place {
  host: string
  port: number
}

/**
 * Opens a tunnel through a proxy (HTTP CONNECT): a socket on which the far end itself is spoken to, over
 * TLS, so that the proxy sees its name and nothing else. No key goes to the proxy. Rejects with a code.
 *
 * By node:http, not by undici: its CONNECT would be published as a request whose headers are sent, and
 * money rule 4 hangs on those events meaning the sale's own request.
 */
export function openTunnel(
  proxy: Extract<Route, { way: 'proxy' }>,
  target: Place,
  timeout: number,
): Promise<Socket> {
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`
  return new Promise((resolve, reject) => {
    const request = (proxy.secure ? secureRequest : plainRequest)({
      ...{ host: proxy.host, port: proxy.port, method: 'CONNECT', path: authority },
      headers: { host: authority },
      agent: false,
      rejectUnauthorized: true,
    })
    const timer = setTimeout(() => request.destroy(codedError(proxyTimedOut)), timeout)
    const settle = (work: () => void) => {
      clearTimeout(timer)
      work()
    }
    request.once('error', error => settle(() => reject(error)))
    request.once('response', response => {
      response.destroy()
      settle(() => reject(codedError(refusalCode(response.statusCode))))
    })
    request.once('connect', (response, socket, head) => {
      if (response.statusCode === 200 && head.length === 0) return settle(() => resolve(socket))
      socket.destroy()
      settle(() => reject(codedError(refusalCode(response.statusCode))))
    })
    request.end()
  })
}

/** 407: it wants a name and a password, and the till has none to give. */
function refusalCode(status: number | undefined): string {
  return status === 407 ? proxyAuthNeeded : proxyRefused
}
