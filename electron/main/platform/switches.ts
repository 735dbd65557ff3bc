import { readFileSync } from 'node:fs'

/**
 * The switches that a till for shops takes: what a screen or a display server needs. All others are refused,
 * known or not: Chromium has more than a thousand, among them those that open the windows to a debugger,
 * switch its protections off or run other programs. They are refused, not removed: Chromium has read them
 * before this code runs. Another data folder is another till, so there is no switch for that either.
 */
const taken: ReadonlySet<string> = new Set([
  'password-store',
  'lang',
  'disable-gpu',
  'force-device-scale-factor',
  'force-high-contrast',
  'force-prefers-reduced-motion',
  'force-renderer-accessibility',
  'ozone-platform',
  'ozone-platform-hint',
])

/** What macOS itself may add. */
const ofMacos = /^-(?:psn_|NS|Apple)/

/** What Chromium takes for blanks, and cuts off an argument before it reads it. */
const leadingBlanks = /^[\s\u0085]+/

export interface SwitchReader {
  platform: NodeJS.Platform
  /** Chromium's sandbox cannot start here, so its switch is needed. */
  needsNoSandbox: boolean
}

/**
 * The names of the switches among a command line's arguments that a till for shops does not take. Stricter
 * than Chromium in two ways: capital letters count as small ones everywhere, and `--`, after which Chromium
 * reads no more switches, is refused as well.
 */
export function refusedSwitches(
  args: readonly string[],
  { platform, needsNoSandbox }: SwitchReader,
): string[] {
  const begins = platform === 'win32' ? /^(?:--?|\/)/ : /^--?/
  return args
    .map(arg => arg.replace(leadingBlanks, ''))
    .filter(arg => begins.test(arg) && !(platform === 'darwin' && ofMacos.test(arg)))
    .map(arg => arg.replace(begins, '').replace(/=.*$/s, '').trimEnd().toLowerCase())
    .filter(name => !taken.has(name) && !(needsNoSandbox && name === 'no-sandbox'))
}

/** The kernel's settings that keep an ordinary user's programs from Chromium's sandbox, and their values. */
const namespaceSettings = [
  ['/proc/sys/user/max_user_namespaces', '0'],
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
] as const

/**
 * Chromium's sandbox refuses to start as root. Where the kernel denies user namespaces, an AppImage is
 * started without the sandbox; an ordinary user can change none of these settings.
 */
export function needsNoSandbox(
  platform: NodeJS.Platform,
  isRoot: boolean,
  read: (file: string) => string | null = readSetting,
): boolean {
  if (platform !== 'linux') return false
  return isRoot || namespaceSettings.some(([file, denied]) => read(file)?.trim() === denied)
}

function readSetting(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null // this kernel has no such setting
  }
}
