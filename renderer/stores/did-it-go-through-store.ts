import { create } from 'zustand'

/** Whether “Did it go through?” is open over whatever else is on the screen. */
export const useDidItGoThrough = create<{ open: boolean }>(() => ({ open: false }))

/** The key that asks it, from anywhere. */
export const didItGoThroughKey = 'F4'

/** Opens it; a press while it is open changes nothing. */
export function openDidItGoThrough(): void {
  useDidItGoThrough.setState({ open: true })
}

/** Closes it. */
export function closeDidItGoThrough(): void {
  useDidItGoThrough.setState({ open: false })
}
