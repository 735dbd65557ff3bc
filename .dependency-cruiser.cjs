/**
 * The house's import arrows (docs/how-it-works.md): they go down, never across, never up.
 * renderer -> shared, electron -> shared; shared imports nothing of either.
 */
// dependency-cruiser 17 parses .tsx as .ts and stops at the first tag; 18 does not, but needs Node 22.
const swc = require('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) =>
  parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })

const shared = '^shared/'
const core = 'core'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-is-the-bottom',
      comment:
        'shared/ knows no Electron, no Node, no React: only itself, zod and the phone-number library.',
      severity: 'error',
      from: { path: shared },
      to: { pathNot: [shared, '^resources/', '^node_modules/(zod|libphonenumber-js)/'] },
    },
    {
      name: 'renderer-knows-no-electron-no-node',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: ['^electron/', '^scripts/', '^tests/', '^node_modules/electron'] },
    },
    {
      name: 'renderer-no-node-core',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { dependencyTypes: [core] },
    },
    {
      name: 'electron-knows-no-renderer',
      severity: 'error',
      from: { path: '^electron/' },
      to: { path: ['^renderer/', '^scripts/', '^tests/'] },
    },
    {
      name: 'practice-is-a-far-end',
      comment:
        'The practice service is the other side of the wire: it shares no code with the main process.',
      severity: 'error',
      from: { path: '^electron/practice/' },
      to: { path: ['^electron/main/', '^electron/preload/', '^node_modules/electron'] },
    },
    {
      name: 'preload-requires-only-electron',
      severity: 'error',
      from: { path: '^electron/preload/' },
      to: {
        pathNot: ['^electron/preload/', '^shared/ipc/bridge\\.ts$', '^node_modules/electron/'],
      },
    },
    {
      name: 'only-till-knows-the-practice-service',
      severity: 'error',
      from: { path: '^electron/main/', pathNot: ['^electron/main/till\\.ts$'] },
      to: { path: '^electron/practice/' },
    },
    {
      name: 'one-room-touches-the-database-engine',
      severity: 'error',
      from: { path: '^electron/', pathNot: ['^electron/main/database/'] },
      to: { path: '^node_modules/libsql' },
    },
    {
      name: 'one-room-touches-the-wire',
      severity: 'error',
      from: { path: '^electron/main/', pathNot: ['^electron/main/service/'] },
      to: { path: '^node_modules/undici' },
    },
    {
      name: 'payments-know-no-electron',
      comment:
        'The payment path, the staff and the record run under a virtual clock in plain Node: they may not reach for Electron.',
      severity: 'error',
      from: {
        path: '^electron/main/(payments|service|database|customer|staff|lockouts|record|day|receipts|exports)/',
      },
      to: { path: '^node_modules/electron' },
    },
    {
      name: 'customer-page-knows-no-till',
      comment: 'The page in a stranger’s reach has none of the till’s stores and screens in it.',
      severity: 'error',
      from: { path: '^renderer/customer/' },
      to: { path: '^renderer/(screens|frame|state)/', pathNot: '^renderer/state/use-now\\.ts$' },
    },
    {
      name: 'product-imports-no-tests-or-dev-tools',
      severity: 'error',
      from: { path: '^(electron|renderer|shared)/' },
      to: { path: '^(tests|scripts)/' },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.css'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
}
