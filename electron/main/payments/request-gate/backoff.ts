const firstPause = 1_000

/**
 * How long to wait after the nth failure in a row, ms: exponential with full jitter (§7), so that tills
 * which lost the service together do not come back together. `fraction` is uniform in [0, 1).
 */
export function backoff(failures: number, fraction: number, longest: number): number {
  return Math.round(Math.min(longest, firstPause * 2 ** (failures - 1)) * fraction)
}
