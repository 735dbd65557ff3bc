import path from 'node:path'

/** The project's own folder: Electron is started on it, as `npm start` does. */
export const projectFolder = path.resolve(import.meta.dirname, '..', '..', '..')

/** True where a test's till has no keychain, so that a passphrase seals the keys. */
export const sealsWithPassphrase = process.platform === 'linux'

/** Chromium's switches for a test: the same picture everywhere, and never a person's own keychain. */
export function electronSwitches(): string[] {
  const switches = ['--force-device-scale-factor=1', '--force-prefers-reduced-motion']
  // Chromium's sandbox refuses to start as root.
  if (process.getuid?.() === 0) switches.push('--no-sandbox')
  if (process.platform === 'darwin') switches.push('--use-mock-keychain')
  if (process.platform === 'linux') switches.push('--password-store=basic')
  return switches
}
