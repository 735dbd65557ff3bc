import words from '../../resources/start.json'

/**
 * The switches that a packaged till takes: where its data is, and what a screen, a display server or a packager
 * needs. All others are refused, known or not: Chromium has more than a thousand, among them those that open
 * the windows to a debugger, switch its protections off or run other programs.
 */
const taken: ReadonlySet<string> = new Set([
  'user-data-dir',
  'password-store',
  // An AppImage is started with it, and so is whoever is root.
  'no-sandbox',
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

/** The names of the switches among a command line's arguments that a packaged till does not take. */
export function refusedSwitches(args: readonly string[], platform: NodeJS.Platform): string[] {
  const begins = platform === 'win32' ? /^(?:--?|\/)/ : /^--?/
  return args
    .filter(arg => begins.test(arg) && !(platform === 'darwin' && ofMacos.test(arg)))
    .map(arg => arg.replace(begins, '').replace(/=.*$/s, '').toLowerCase())
    .filter(name => !taken.has(name))
}

/** What is said of refused switches, in both languages: which one the person reads is not known yet. */
export function refusalText(switches: readonly string[]): string {
  const list = switches.map(name => `--${name}`).join(' ')
  return Object.values(words.refusedSwitch)
    .map(text => text.replace('{{switches}}', list))
    .join('\n\n')
}
