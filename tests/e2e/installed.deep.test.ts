import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type InstallerName, makeInstaller } from '../../scripts/package/linux/installers'
import {
  autostartFile,
  desktopFile,
  metainfoFile,
  programFolder,
} from '../../scripts/package/linux/texts'
import { projectFolder } from '../support/window/electron-switches'
import {
  apt,
  commandOf,
  createUser,
  installedPackages,
  installingImpossible,
  type OrdinaryUser,
  packTill,
  paymentsOf,
  readLog,
  type Screen,
  type StartedTill,
  shareOf,
  startAs,
  startScreen,
} from '../support/window/installed'
import { expect, test } from '../support/window/test'

const run = promisify(execFile)

/** The package that is in shops, and the one that follows it. */
const versions = ['0.1.0', '0.1.1'] as const
/** The light theme's `--paid`: only the band of a paid sale has so much of it. */
const paidGreen = await colourOf('paid')
const paidBand = 0.05
/** The card of practice mode on the first screen. */
const practiceCard = await colourOf('action')
const phones = { approves: '0700000001', staysOpen: '0700000060' }

test.describe.configure({ mode: 'serial' })
test.skip(installingImpossible !== null, String(installingImpossible))

let folder = ''
let user: OrdinaryUser
let screen: Screen
const made: Partial<Record<`${InstallerName} ${string}`, string>> = {}
const tills: StartedTill[] = []
/** Takes back what was done to this computer, in the order of this list. */
const undo: (() => Promise<unknown>)[] = []

test.beforeAll(async () => {
  test.setTimeout(8 * 60_000)
  folder = await mkdtemp(path.join(tmpdir(), 'kaunta-installed-'))
  // Another user reads the packages, and lives, in it.
  await chmod(folder, 0o755)
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const before = await installedPackages()
  undo.unshift(() => purgeAllBut(before))
  for (const version of versions) {
    const packed = path.dirname(await packTill(path.join(folder, version), version))
    const formats: InstallerName[] = version === versions[0] ? ['deb', 'rpm'] : ['deb']
    for (const format of formats)
      made[`${format} ${version}`] = await makeInstaller(format, {
        packed,
        output: folder,
        version,
        quick: true,
      })
    await rm(path.join(folder, version), { recursive: true })
  }
  user = await createUser(path.join(folder, 'home'))
  undo.unshift(user.remove)
  screen = await startScreen()
  undo.unshift(screen.stop)
})

// Playwright sees no page here that it could keep.
test.afterEach(async ({ dataFolder: _ }, { status, expectedStatus }) => {
  if (status !== expectedStatus) await screen.picture('installed-failed')
})

test.afterAll(async () => {
  for (const till of tills) await till.end()
  for (const step of undo) await step()
})

async function purgeAllBut(known: Set<string>): Promise<void> {
  const added = [...(await installedPackages())].filter(name => !known.has(name))
  if (added.length > 0) await apt('purge', ...added)
}

function packageFile(name: `${InstallerName} ${string}`): string {
  const file = made[name]
  if (file === undefined) throw new Error(`${name} was not made`)
  return file
}

async function startFromMenu(): Promise<StartedTill> {
  const till = startAs(user, screen, await commandOf(desktopFile))
  tills.push(till)
  return till
}

async function expectLogged(text: string, times = 1): Promise<void> {
  const count = async () => (await readLog(user.dataFolder)).split(text).length - 1
  await expect.poll(count, { timeout: 30_000 }).toBe(times)
}

async function sell(phone: string): Promise<void> {
  await screen.type('15000')
  await screen.press('Tab')
  await screen.type(phone)
  await screen.press('Tab')
  await screen.type('Asha')
  await screen.press('Tab')
  await screen.type('Mushi')
  await screen.press('Return')
}

/** How the kernel filters what the pages' processes of a till may ask for: 2 is by Chromium's sandbox. */
async function pageFilters(till: number): Promise<string[]> {
  const { stdout } = await run('pgrep', [
    '--session',
    String(till),
    '--full',
    '--',
    '--type=renderer',
  ])
  const files = stdout
    .trim()
    .split('\n')
    .map(pid => `/proc/${pid}/status`)
  const texts = await Promise.all(files.map(file => readFile(file, 'utf8')))
  return texts.map(text => /^Seccomp:\t(\d)$/m.exec(text)?.[1] ?? 'none')
}

async function colourOf(token: string): Promise<[number, number, number]> {
  const file = path.join(projectFolder, 'renderer', 'ui', 'theme', 'tokens.css')
  const found = new RegExp(`--${token}: light-dark\\(#(..)(..)(..),`).exec(
    await readFile(file, 'utf8'),
  )
  const [red = 0, green = 0, blue = 0] =
    found?.slice(1).map(part => Number.parseInt(part, 16)) ?? []
  return [red, green, blue]
}

const practiceShare = async () => shareOf(await screen.picture(), practiceCard)
const paidShare = async () => shareOf(await screen.picture(), paidGreen)

test('installs with apt, and its files are what a desktop wants', async () => {
  test.setTimeout(3 * 60_000)
  await apt('install', packageFile('deb 0.1.0'))
  for (const file of [desktopFile, autostartFile]) await run('desktop-file-validate', [file])
  await run('appstreamcli', ['validate', '--no-net', '--pedantic', metainfoFile])
  const icons = '/usr/share/icons/hicolor'
  const picture = `${icons}/256x256/apps/kaunta.png`
  const { stdout } = await run('identify', ['-format', '%w %h', picture])
  expect(stdout).toBe('256 256')
  expect(await readFile(`${icons}/scalable/apps/kaunta.svg`, 'utf8')).toContain('<svg')
  const helper = await stat(path.join(programFolder, 'chrome-sandbox'))
  expect([helper.uid, helper.mode & 0o7777]).toEqual([0, 0o4755])
  for (const name of ['THIRD-PARTY-NOTICES.txt', 'bill-of-materials.cdx.json'])
    expect((await stat(path.join(programFolder, name))).size).toBeGreaterThan(10_000)
  const scripts = await run('dpkg-deb', ['--ctrl-tarfile', packageFile('deb 0.1.0')], {
    encoding: 'buffer',
  })
  expect(scripts.stdout.toString()).not.toMatch(/preinst|postinst|prerm|postrm/)
  const libraries = await run('ldd', [path.join(programFolder, 'kaunta')])
  expect(libraries.stdout).not.toContain('not found')
})

test('is not started with the computer until someone chooses so', async () => {
  expect(await readFile(autostartFile, 'utf8')).toContain('Hidden=true')
  const chosen = (await readFile(autostartFile, 'utf8')).replace('Hidden=true', 'Hidden=false')
  await writeFile(autostartFile, chosen)
})

test('an ordinary user starts it from the menu, in Chromium’s sandbox, and sells', async () => {
  const till = await startFromMenu()
  await expectLogged('"event":"stage","name":"first-run"')
  await screen.focusTill()
  // The window stands before its page does, which then takes the keys.
  await expect.poll(practiceShare, { timeout: 30_000 }).toBeGreaterThan(0.05)
  await screen.picture('installed-1-first-run')
  await screen.press('Tab', 'Return')
  await expectLogged('"event":"stage","name":"selling"')
  await expect.poll(paidShare).toBe(0)
  // Without Electron's own menu these keys neither end the till nor load its page again.
  await screen.press('ctrl+q', 'ctrl+r')
  await sell(phones.approves)
  await expect.poll(paidShare, { timeout: 40_000 }).toBeGreaterThan(paidBand)
  await screen.picture('installed-2-paid')
  expect(await pageFilters(till.pid)).toEqual(['2'])
})

test('a second start shows the first till and ends', async () => {
  const second = await startFromMenu()
  expect(await second.ended).toBe(0)
  await expectLogged('"event":"started"', 1)
})

test('an upgrade in the middle of a sale loses nothing', async () => {
  test.setTimeout(3 * 60_000)
  // The goods are handed over, then the next customer comes.
  await screen.press('Return')
  await screen.picture('installed-3-handed-over')
  await screen.press('F2')
  await expect.poll(paidShare).toBeLessThan(paidBand)
  await sell(phones.staysOpen)
  await new Promise(resolve => setTimeout(resolve, 3_000))
  await screen.picture('installed-4-open-sale')
  await apt('install', packageFile('deb 0.1.1'))
  await screen.picture('installed-5-upgraded-while-open')
  await tills[0]?.end()
  const sales = await paymentsOf(user, folder)
  expect(sales.map(({ open }) => open)).toEqual([false, true])

  await startFromMenu()
  await expectLogged('"event":"started","version":"0.1.1"')
  await expectLogged('"event":"stage","name":"selling"', 2)
  await screen.focusTill()
  await new Promise(resolve => setTimeout(resolve, 2_000))
  await screen.picture('installed-6-after-the-upgrade')
  await tills.at(-1)?.end()
  expect(await paymentsOf(user, folder)).toEqual(sales)
  expect(await readFile(autostartFile, 'utf8'), 'the choice is kept').toContain('Hidden=false')
})

test('removing it leaves the sales', async () => {
  const sales = await paymentsOf(user, folder)
  await apt('remove', 'kaunta')
  for (const file of [desktopFile, metainfoFile, programFolder, '/usr/bin/kaunta'])
    expect(existsSync(file), file).toBe(false)
  expect(await paymentsOf(user, folder)).toEqual(sales)
  await apt('purge', 'kaunta')
  expect(existsSync(autostartFile)).toBe(false)
  expect(await paymentsOf(user, folder)).toEqual(sales)
})

test('the rpm holds the same program, which starts', async () => {
  const file = packageFile('rpm 0.1.0')
  const { stdout: needs } = await run('rpm', ['-qp', '--requires', file])
  expect(needs).toContain('libgtk-3.so.0()(64bit)')
  expect(needs).toContain('libsecret-1.so.0()(64bit)')
  // Of another C library, and of the package itself: no distribution would have them.
  expect(needs).not.toMatch(/^libc\.so\(\)|libffmpeg|libEGL|libGLESv2/m)
  expect((await run('rpm', ['-qp', '--scripts', file])).stdout).toBe('')
  const root = path.join(folder, 'rpm-root')
  await run('rpm', ['--install', '--root', root, '--nodeps', file])
  const helper = await stat(path.join(root, programFolder, 'chrome-sandbox'))
  expect(helper.mode & 0o7777).toBe(0o4755)
  const started = '"event":"started","version":"0.1.0"'
  const till = startAs(user, screen, [path.join(root, programFolder, 'kaunta')])
  tills.push(till)
  await expectLogged(started, 2)
  await till.end()
})
