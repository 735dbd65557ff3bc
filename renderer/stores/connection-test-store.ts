import { create } from 'zustand'
import type { ServiceKind } from '../../shared/connection'
import type { ValueOf } from '../../shared/ipc/contract'

export type Tested = ValueOf<'connection', 'saveAndTest'>

interface ConnectionTestStore {
  asking: boolean
  /** What it said last, until it is asked again. */
  last: { kind: ServiceKind; tested: Tested } | null
}

/**
 * What the service said to new settings. Kept outside the form: a connection that works changes the
 * whole window, and the person who pressed the button still has to read that it does.
 */
export const useConnectionTest = create<ConnectionTestStore>(() => ({ asking: false, last: null }))

interface RecoveryPrompt {
  /** What proves the owner, who is shown the new recovery code; null while it is not shown. */
  proof: string | null
}

/** The first production keys were saved: outside their form, because they change the whole window. */
export const useRecoveryPrompt = create<RecoveryPrompt>(() => ({ proof: null }))
