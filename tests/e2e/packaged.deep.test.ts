import { existsSync } from 'node:fs'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listPackage } from '@electron/asar'
import { moduleNames } from '../../scripts/package/bundled'
import { checkFuses } from '../../scripts/package/fuses'
import {
  dataFolderIn,
  type PackedTill,
  packTill,
  readLog,
  startPacked,
} from '../support/window/installed'
import { test as base } from '../support/window/outputs'
import { expect } from '../support/window/test'

type StartPacked = (start?: {
  /** The packed till's own unless told. */
  program?: string
  args?: readonly string[]
  env?: Record<string, string>
}) => PackedTill

/** `home` is where a packed till finds its data folder; `start` starts one there. */
const test = base.extend<{ home: string; start: StartPacked }>({
  home: ({ dataFolder }, use) => use(dataFolder),
  start: async ({ home }, use) => {
    const tills: PackedTill[] = []
    await use(start => {
      const till = startPacked(start?.program ?? executable, home, start)
      tills.push(till)
      return till
    })
    for (const till of tills) await till.end()
  },
})

// Packed once; a plain folder can be made with the Electron at hand on Linux alone.
test.describe.configure({ mode: 'serial' })
test.skip(process.platform !== 'linux', 'packs a folder for Linux')

let folder = ''
let executable = ''

test.beforeAll(async () => {
  test.setTimeout(5 * 60_000)
  folder = await mkdtemp(path.join(tmpdir(), 'kaunta-packed-'))
  executable = await packTill(folder)
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

/** The till is up: it has told its window what to show. */
const up = '"event":"stage","name":"first-run"'

async function expectUp(home: string): Promise<void> {
  await expect.poll(() => readLog(dataFolderIn(home)), { timeout: 30_000 }).toContain(up)
}

/** A file that tells whether a program that is not the till's has run. */
async function plantProgram(place: string): Promise<{ program: string; ran: () => boolean }> {
  const program = path.join(place, 'program.cjs')
  const trace = path.join(place, 'it-ran')
  await writeFile(program, `require('node:fs').writeFileSync(${JSON.stringify(trace)}, '')`)
  return { program, ran: () => existsSync(trace) }
}

test('has every fuse as it must be, read back from its binary', async () => {
  const fuses = await checkFuses(executable)
  expect(Object.fromEntries(fuses.map(({ name, state }) => [name, state]))).toMatchObject({
    RunAsNode: 'off',
    EnableNodeOptionsEnvironmentVariable: 'off',
    EnableNodeCliInspectArguments: 'off',
    OnlyLoadAppFromAsar: 'on',
    GrantFileProtocolExtraPrivileges: 'off',
  })
})

test('holds no module but the engine, with the licence and the bill of each package', async () => {
  const place = path.dirname(executable)
  const files = listPackage(path.join(place, 'resources', 'app.asar'), { isPack: false })
  const modules = files.flatMap(
    file => /^\/node_modules\/((?:@[^/]+\/)?[^/@]+)$/.exec(file)?.[1] ?? [],
  )
  expect(new Set(modules)).toEqual(new Set(await moduleNames(['libsql'])))
  const notices = await readFile(path.join(place, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  const bill = JSON.parse(await readFile(path.join(place, 'bill-of-materials.cdx.json'), 'utf8'))
  const listed: string[] = bill.components.map(({ name }: { name: string }) => name)
  for (const name of [
    ...modules,
    'undici',
    'react',
    'zod',
    '@fontsource-variable/atkinson-hyperlegible-next',
    'sqlite3-multiple-ciphers',
    'tokio',
  ]) {
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'))
    expect(listed).toContain(name)
  }
  expect(listed).toContain('electron')
  expect(listed).not.toContain('vitest')
})

test('opens, and listens to no debugger', async ({ start, home }) => {
  const till = start()
  await expectUp(home)
  expect(await readLog(dataFolderIn(home))).toContain('"event":"started"')
  expect(await readdir(dataFolderIn(home))).not.toContain('DevToolsActivePort')
  expect(till.output()).not.toMatch(/DevTools listening|Debugger listening/)
})

for (const given of [
  [
    '--remote-debugging-port=0',
    '--remote-debugging-pipe',
    '--inspect=0',
    '--inspect-brk=0',
    '--js-flags=--expose-gc',
    '--load-extension=/tmp',
    '--disable-web-security',
    '--proxy-server=127.0.0.1:9',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--user-data-dir=/tmp/another-till',
  ],
  ['-remote-debugging-port=0'],
  // Chromium cuts blanks off an argument before it reads it.
  [' --remote-debugging-port=0'],
  ['\t\n--remote-debugging-port=0'],
])
  test(`does not open with ${given.map(arg => JSON.stringify(arg)).join(' ')}, and says why`, async ({
    start,
    home,
  }) => {
    const till = start({ args: given })
    expect(await till.ended).toBe(2)
    const names = given.map(arg => arg.trim().replace(/^--?/, '').split('=')[0])
    const list = names.map(name => `--${name}`).join(' ')
    expect(till.output()).toContain(`a switch that it does not take: ${list}`)
    expect(till.output()).toContain('Start Kaunta from its icon')
    expect(till.output()).not.toMatch(/DevTools listening|Debugger listening/)
    expect(await readLog(dataFolderIn(home))).toBe('')
    expect(existsSync(path.join(dataFolderIn(home), 'DevToolsActivePort'))).toBe(false)
  })

test.describe('no developer’s till', () => {
  // Electron takes an app for a developer's where its executable is called so.
  const renamed = () => path.join(path.dirname(executable), 'electron')
  test.beforeAll(() => copyFile(executable, renamed()))

  test('takes no switch under another name', async ({ start }) => {
    const till = start({ program: renamed(), args: ['--remote-debugging-port=0'] })
    expect(await till.ended).toBe(2)
    expect(till.output()).not.toContain('DevTools listening')
  })

  for (const [name, program] of [
    ['its own', () => executable],
    ['another', renamed],
  ] as const)
    test(`loads no page that a variable names, under ${name} name`, async ({
      start,
      home,
      outside,
    }) => {
      start({ program: program(), env: { ELECTRON_RENDERER_URL: outside.address } })
      await expectUp(home)
      // A window that loads another page asks for it within this time.
      await new Promise(resolve => setTimeout(resolve, 1_500))
      expect(outside.visits()).toBe(0)
    })
})

test('runs no program that a variable names', async ({ start, home }) => {
  const { program, ran } = await plantProgram(folder)
  start({
    args: [program],
    env: { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require=${program}` },
  })
  await expectUp(home)
  expect(ran()).toBe(false)
})

test('runs no program from its own folder', async ({ start, home }) => {
  const resources = path.join(path.dirname(executable), 'resources')
  const foreignApp = path.join(resources, 'app')
  await mkdir(foreignApp)
  const { program, ran } = await plantProgram(foreignApp)
  await writeFile(
    path.join(foreignApp, 'package.json'),
    JSON.stringify({ main: path.basename(program) }),
  )
  start()
  await expectUp(home)
  expect(ran()).toBe(false)

  // Without its own, it runs none.
  const own = path.join(resources, 'app.asar')
  await rename(own, `${own}-away`)
  const bare = startPacked(executable, path.join(folder, 'data'))
  expect(await bare.ended).not.toBe(0)
  expect(ran()).toBe(false)
  await rename(`${own}-away`, own)
})
