/** Wrong PINs or passphrases that cost nothing: fingers slip. */
export const freeTries = 5

/**
 * The pause after the fifth wrong one, and after each further one, ms. It ends growing at a quarter of
 * an hour: a stranger finds nothing at that pace, and nobody locks an owner out for a day.
 */
const pauses = [30_000, 60_000, 120_000, 300_000, 900_000] as const

/** How long it is to wait after so many wrong ones, ms. */
export function pauseAfter(wrong: number): number {
  if (wrong < freeTries) return 0
  return pauses[Math.min(wrong - freeTries, pauses.length - 1)] ?? 0
}
