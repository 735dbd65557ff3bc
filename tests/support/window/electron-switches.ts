import { mkdirSync } from 'node:fs'
import path from 'node:path'

/** The project's own folder: Electron is started on it, as `npm start` does. */
export const projectFolder = path.resolve(import.meta.dirname, '..', '..', '..')

/** Where a picture for people to look at is kept: `screenshots/`, not in git. */
export function pictureFile(name: string): string {
  const folder = path.join(projectFolder, 'screenshots')
  mkdirSync(folder, { recursive: true })
  return path.join(folder, name)
}

/** True where a test's till has no keychain, so that a passphrase seals the keys. */
export const sealsWithPassphrase = process.platform === 'linux'

/** Chromium's switches for a test: the same picture everywhere, and never a person's own keychain. */
export function electronSwitches(): string[] {
  const switches = ['--force-device-scale-factor=1', '--force-prefers-reduced-motion']
  // Chromium's sandbox refuses to start as root.
  if (process.getuid?.() === 0) switches.push('--no-sandbox')
  if (process.platform === 'darwin') switches.push('--use-mock-keychain')
  // A screen in memory has no graphics card: Chromium would start a process for one, see it fail, and start another.
  if (process.platform === 'linux') switches.push('--password-store=basic', '--disable-gpu')
  return switches
}
