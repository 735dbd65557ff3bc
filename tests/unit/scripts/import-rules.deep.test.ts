import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { expect, it } from 'vitest'
import { inProject } from '../../../scripts/project'
import { temporaryFolders } from '../../support/temporary-folder'

const newFolder = temporaryFolders()
const rules = await extractOptions(inProject('.dependency-cruiser.cjs'))

/** What the project's import rules say of these files: path and text. */
async function violations(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = newFolder()
  copyFileSync(inProject('tsconfig.base.json'), join(folder, 'tsconfig.base.json'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const folders = new Set(Object.keys(files).map(path => path.split('/')[0] ?? ''))
  const { output } = await cruise([...folders], { ...rules, baseDir: folder, outputType: 'err' })
  return String(output)
}

const value = 'export const value = 1\n'
const imports = (path: string) => `import { value } from '${path}'\nexport const other = value\n`

it('allow a folder to import another, one way', async () => {
  const found = await violations({
    'electron/main/store/ledger/events/one.ts': imports('../rows/two'),
    'electron/main/store/ledger/rows/two.ts': value,
  })
  expect(found).toContain('no dependency violations')
  expect(found).toContain('2 modules')
})

it('refuse folders that import each other, though no file does', async () => {
  const found = await violations({
    'electron/main/store/ledger/events/one.ts': imports('../rows/two'),
    'electron/main/store/ledger/events/three.ts': value,
    'electron/main/store/ledger/rows/two.ts': value,
    'electron/main/store/ledger/rows/four.ts': imports('../events/three'),
  })
  expect(found).toContain('no-folder-cycle')
  expect(found).not.toContain('no-circular')
})

it('refuse SQLite in payments', async () => {
  const found = await violations({
    'electron/main/payments/planted.ts': imports('../store/database/index'),
    'electron/main/store/database/index.ts': value,
  })
  expect(found).toContain('payments-know-no-sqlite')
})

it.each(['payments', 'store/ledger'])('refuse HTTP in %s', async folder => {
  const found = await violations({
    [`electron/main/${folder}/planted.ts`]:
      "import { request } from 'node:http'\nexport const call = request\n",
  })
  expect(found).toContain('payments-and-store-know-no-http')
})

it.each([
  ['shop/planted.ts', 'net', 'only-open-socket-connects'],
  ['outputs/printing/planted.ts', 'tls', 'only-open-socket-connects'],
  ['service/planted.ts', 'https', 'only-open-socket-connects'],
  ['service/proxy-route.ts', 'net', 'the-proxy-route-connects-nowhere'],
])('refuse a connection of %s by node:%s', async (file, module, rule) => {
  const text = `import * as outside from 'node:${module}'\nexport const planted = outside\n`
  expect(await violations({ [`electron/main/${file}`]: text })).toContain(rule)
})

it('allow a connection in platform/open-socket.ts', async () => {
  const found = await violations({
    'electron/main/platform/open-socket.ts':
      "import { connect } from 'node:net'\nexport const open = connect\n",
  })
  expect(found).toContain('no dependency violations')
})

it('refuse each import of main from a folder above', async () => {
  const order =
    'platform service store payments sales people updates backup shop connections outputs ipc'.split(
      ' ',
    )
  const files: Record<string, string> = { 'electron/main/till.ts': value }
  for (const [at, from] of order.entries()) {
    const above = order[at + 1]
    const imported = above === undefined ? '../till' : `../${above}/value`
    files[`electron/main/${from}/planted.ts`] = imports(imported)
    files[`electron/main/${from}/value.ts`] = value
  }
  const found = await violations(files)
  for (const from of order)
    expect(found).toContain(`main-folder-${from}: electron/main/${from}/planted.ts`)
})

it('refuse each import of the renderer from a higher layer', async () => {
  const layers = {
    bridge: 'hooks',
    i18n: 'stores',
    typing: 'ui',
    stores: 'ui',
    hooks: 'pages',
    ui: 'sale-status',
    'sale-status': 'features',
    features: 'layout',
    layout: 'pages',
  }
  const planted = Object.entries(layers).map(([from, to]) => [
    `renderer/${from}/planted.ts`,
    imports(`../${to}/value`),
  ])
  const values = Object.values(layers).map(to => [`renderer/${to}/value.ts`, value])
  const found = await violations(Object.fromEntries([...planted, ...values]))
  for (const [from, to] of Object.entries(layers))
    expect(found).toMatch(
      new RegExp(`renderer-layer-\\S+: renderer/${from}/planted.ts → .*renderer/${to}/value.ts`),
    )
})

it.each([
  ['features-import-no-features', 'features/charge/planted.ts', '../day/value', 'features/day'],
  ['layout-knows-no-features', 'layout/planted.ts', '../features/day/value', 'features/day'],
  ['customer-page-knows-no-till', 'pages/customer/planted.ts', '../../stores/value', 'stores'],
])('refuse by %s', async (rule, from, path, to) => {
  const found = await violations({
    [`renderer/${from}`]: imports(path),
    [`renderer/${to}/value.ts`]: value,
  })
  expect(found).toContain(`${rule}: renderer/${from} →`)
})
