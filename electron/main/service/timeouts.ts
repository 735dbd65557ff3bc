/** How long each part of a call may take, in ms. */
export interface Timeouts {
  /** Name, TCP and TLS together. */
  connect: number
  /** From the request's last byte to the response's headers. */
  headers: number
  /** Between two pieces of the response's body. */
  body: number
  /** The whole call, whatever happens in it. */
  call: number
}

export const defaultTimeouts: Timeouts = {
  connect: 10_000,
  headers: 30_000,
  body: 15_000,
  call: 45_000,
}

/** No call takes longer, ms. */
export const longestCall = defaultTimeouts.call
