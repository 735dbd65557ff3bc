/** A wait in its largest whole unit: what a glance at the rail needs. */
export function waitedFor(ms: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return { unit: 'seconds', count: seconds }
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  return { unit: 'hours', count: Math.floor(minutes / 60) }
}
