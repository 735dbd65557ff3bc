import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { FailureCode } from '../../shared/ipc/result'

/** The link from a failure to its page of the guide; null until the guide's script is there: no first screen waits for it. */
export const useGuideLink = create<{ Link: ComponentType<{ code: FailureCode }> | null }>(() => ({
  Link: null,
}))
