import type { ChosenDisplay } from '../../../../shared/settings/customer-window'

/** A display, as far as placing a window goes. */
export interface Placeable {
  id: number
  /** Built into the computer: the cashier's own, where there is a choice. */
  internal: boolean
}

/** What decides where the customer's window is. */
export interface PlacementFacts<Display extends Placeable = Placeable> {
  chosen: ChosenDisplay
  /** As the operating system lists them now. */
  displays: readonly Display[]
  /** The display that the till's window is on; null while there is no such window. */
  till: number | null
}

/**
 * The display that the customer's window belongs on now, or null: it is closed. Never the till's own,
 * which it would cover. A chosen display that is unplugged is waited for: another one may face the
 * shop's back room.
 */
export function placeCustomerWindow<Display extends Placeable>(
  facts: PlacementFacts<Display>,
): Display | null {
  const { chosen, displays, till } = facts
  if (chosen === 'off' || till === null) return null
  const others = displays.filter(({ id }) => id !== till)
  if (chosen !== 'automatic') return others.find(({ id }) => id === chosen.id) ?? null
  return others.find(({ internal }) => !internal) ?? others[0] ?? null
}
