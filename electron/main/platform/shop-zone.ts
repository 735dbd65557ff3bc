/** The time zone that main counts days in, as the system names it: `Africa/Dar_es_Salaam`. */
export function shopZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * Reads the system's time zone again and returns it: Node reads it once. A zone that the till was started with
 * (`TZ`) stays. The windows follow the system by themselves.
 */
export function readZoneAgain(env: NodeJS.ProcessEnv = process.env): string {
  // Deleting it makes Node forget the zone that it found, also where there is nothing to delete.
  if (env.TZ === undefined) delete env.TZ
  return shopZone()
}
