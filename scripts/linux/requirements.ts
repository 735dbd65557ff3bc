import { existsSync } from 'node:fs'
import { run } from '../process/run'
import { onPath } from '../project'

/** Something the machine must have: what of it is missing, and the packages that bring it. */
export interface Requirement {
  missing: () => Promise<string[]>
  /** Each is a list of names for the same thing, the newest release's first. */
  packages: readonly (readonly string[])[]
}

/** Debian's packages of what an Electron executable loads; each brings what it needs itself. */
export const electronLibraryPackages = [
  ['libgtk-3-0t64', 'libgtk-3-0'],
  ['libnss3'],
  ['libasound2t64', 'libasound2'],
  ['libgbm1'],
] as const

/** The shared libraries an Electron executable loads. */
export function electronLibraries(executable: string): Requirement {
  return {
    missing: async () =>
      missingLibraries((await run('ldd', [executable], { output: 'keep' })).output),
    packages: electronLibraryPackages,
  }
}

/** What `ldd` says it did not find. */
function missingLibraries(lddOutput: string): string[] {
  return [...lddOutput.matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name ?? '')
}

/** Commands that have to be on the PATH. */
function commands(names: readonly string[], ...packages: string[][]): Requirement {
  return { missing: async () => names.filter(name => !onPath(name)), packages }
}

/** A screen for machines that have none. */
export const virtualDisplay = commands(['xvfb-run', 'Xvfb', 'xauth'], ['xvfb'], ['xauth'])

/** A real keychain, which the end-to-end tests start for themselves. */
export const keychain = commands(
  ['gnome-keyring-daemon', 'dbus-run-session'],
  ...[['gnome-keyring'], ['dbus']],
)

/** Makes system calls fail, for the tests of disks that do. */
export const failingDisk = commands(['strace'], ['strace'])

/** What shops run in front of their PostgreSQL or next to it; the server itself comes from npm. */
export const postgresTools = commands(
  ['pgbouncer', 'pg_dump', 'pg_restore'],
  ...[['pgbouncer'], ['postgresql-client']],
)

/** A network of its own with a slow line in it, for the tests of what connects. */
export const slowLineTools = commands(['socat', 'ip'], ['socat'], ['iproute2'])

/** Where the package puts Xorg's driver for displays in memory. */
const dummyDriver = '/usr/lib/xorg/modules/drivers/dummy_drv.so'

/** Displays that can be plugged and unplugged, for the tests of the customer's window. */
export const displays: Requirement = {
  missing: async () => [
    ...['Xorg', 'xrandr'].filter(command => !onPath(command)),
    ...(existsSync(dummyDriver) ? [] : ['dummy_drv.so']),
  ],
  packages: [['xserver-xorg-core'], ['xserver-xorg-video-dummy'], ['x11-xserver-utils']],
}

/** What makes and judges the Linux packages, and what types and takes pictures where they are tried. */
export const installerTools = commands(
  ['rpmbuild', 'appstreamcli', 'desktop-file-validate', 'xdotool', 'import'],
  ...[['rpm'], ['appstream'], ['desktop-file-utils'], ['xdotool'], ['imagemagick']],
)

/** Reads the PDFs that the till makes, and converts them to pictures. */
export const pdfReader = commands(['pdftotext', 'pdftoppm', 'pdfinfo'], ['poppler-utils'])

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** A browser, in which the end-to-end tests open the card checkout page. */
export const browser: Requirement = {
  missing: async () => (browsers.some(onPath) ? [] : ['chromium']),
  packages: [['chromium', 'chromium-browser']],
}
