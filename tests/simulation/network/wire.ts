import type { Exchange } from '../../../electron/main/service/exchange'
import type { RawAnswer } from '../simulated-service/raw-answer'
import type { Call } from './call'
import { answered, type Cut } from './exchange'

/** Carries an answer's bytes to the till, or as many of them as `cut` lets through. */
export interface Wire {
  run(call: Call, raw: RawAnswer, cut: Cut, delivered: (exchange: Exchange) => void): void
  /** Resolves when nothing is being carried; null when nothing is. */
  idle(): Promise<void> | null
}

/** A wire without sockets: the transport's part is modelled, the reading of answers is real. */
export const modelledWire: Wire = {
  run: (_call, raw, cut, delivered) => delivered(answered(raw, cut)),
  idle: () => null,
}
