import { call, nothing } from '../call'
import type { TillState } from '../till-state'

/** What a window asks first. */
export const tillCalls = {
  state: call<TillState>()('anyone', nothing),
} as const
