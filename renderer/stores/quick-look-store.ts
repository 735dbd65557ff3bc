import { create } from 'zustand'

/** Whether “Did it go through?” is open over whatever else is on the screen. */
export const useQuickLook = create<{ open: boolean }>(() => ({ open: false }))

/** The key that asks it, from anywhere. */
export const quickLookKey = 'F4'

/** Opens it; a press while it is open changes nothing. */
export function openQuickLook(): void {
  useQuickLook.setState({ open: true })
}

/** Closes it. */
export function closeQuickLook(): void {
  useQuickLook.setState({ open: false })
}
