/** Where an Electron executable can come from, in the order of preference. */
export type Source = 'override' | 'official' | 'download' | 'carried'

/** What the choice of a source depends on. */
export interface Situation {
  /** The user named a folder (ELECTRON_OVERRIDE_DIST_PATH). */
  overridden: boolean
  /** The official Electron of the declared version is installed. */
  installed: boolean
  /** The carried Electron runs on this machine. */
  carriedFits: boolean
  /** The official download failed a short while ago. */
  failedLately: boolean
  /** The user asks for another try. */
  retry: boolean
}

/** Which source to use now. A failed download is only skipped where something else can run. */
export function chooseSource(now: Situation): Source {
  if (now.overridden) return 'override'
  if (now.installed) return 'official'
  return now.carriedFits && now.failedLately && !now.retry ? 'carried' : 'download'
}
