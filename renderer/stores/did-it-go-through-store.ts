import { create } from 'zustand'

/** Whether “Did it go through?” is open over the screen, and what it looks for first. */
export const useDidItGoThrough = create<{ open: boolean; text: string }>(() => ({
  open: false,
  text: '',
}))

/** The key that asks it, from anywhere. */
export const didItGoThroughKey = 'F4'

/** Opens it; a press while it is open changes nothing. */
export function openDidItGoThrough(text = ''): void {
  useDidItGoThrough.setState(({ open }) => (open ? {} : { open: true, text }))
}

/** Closes it. */
export function closeDidItGoThrough(): void {
  useDidItGoThrough.setState({ open: false })
}
