/** Clouds by a folder's name in a path, as their programs call it on any of the three systems. */
const clouds = [
  [/^OneDrive\b/i, 'OneDrive'],
  [/^(?:iCloud|iCloudDrive|com~apple~CloudDocs|Mobile Documents)\b/i, 'iCloud'],
  [/^Dropbox\b/i, 'Dropbox'],
  [/^(?:Google ?Drive|My Drive|GoogleDrive-.*)/i, 'Google Drive'],
] as const

/** The cloud that keeps a copy of what is in a folder, by the names in its path; null where none is named. */
export function cloudOf(path: string): (typeof clouds)[number][1] | null {
  const names = path.split(/[\\/]/)
  return clouds.find(([pattern]) => names.some(name => pattern.test(name)))?.[1] ?? null
}
