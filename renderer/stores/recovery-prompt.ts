import { create } from 'zustand'

interface RecoveryPrompt {
  /** What proves the owner, who is shown the new recovery code; null while it is not shown. */
  proof: string | null
}

/** The first production keys were saved: outside their form, because they change the whole window. */
export const useRecoveryPrompt = create<RecoveryPrompt>(() => ({ proof: null }))
