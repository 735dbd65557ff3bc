import { create } from 'zustand'

interface DidItGoThrough {
  /** Whether it is open over the screen, and what it looks for first. */
  open: boolean
  text: string
  /** Open instead of it: a code was scanned that no item has. */
  unknownCode: string | null
  /** The code of an item that is to be added, until the list of items has it. */
  codeToAdd: string | null
}

const closed: DidItGoThrough = { open: false, text: '', unknownCode: null, codeToAdd: null }

export const useDidItGoThrough = create<DidItGoThrough>(() => closed)

/** The key that asks it, from anywhere. */
export const didItGoThroughKey = 'F4'

/** Opens it; a press while it is open changes nothing. */
export function openDidItGoThrough(text = ''): void {
  useDidItGoThrough.setState(({ open }) => (open ? {} : { ...closed, open: true, text }))
}

/** Says that no item has this code, and what it may be. */
export function openUnknownCode(code: string): void {
  useDidItGoThrough.setState({ ...closed, unknownCode: code })
}

/** Closes what is open. */
export function closeDidItGoThrough(): void {
  useDidItGoThrough.setState(closed)
}
