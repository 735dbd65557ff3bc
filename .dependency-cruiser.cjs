/**
 * The import rules of ARCHITECTURE.md: imports go down, never across, never up.
 * renderer -> shared, electron -> shared; shared imports nothing of either.
 */
// dependency-cruiser 17 parses .tsx as .ts and stops at the first tag; 18 does not, but needs Node 22.
const swc = require('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) =>
  parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })

const shared = '^shared/'
const core = 'core'

/** The folders of electron/main/ from the bottom up. A folder imports from the folders before it alone. */
const mainFolders = [
  'platform',
  'service',
  'store',
  'payments',
  'sales',
  'people',
  'updates',
  'backup',
  'shop',
  'connections',
  'outputs',
  'ipc',
]

/** Node's modules that open connections. */
const sockets = '^(node:)?(http|https|http2|net|tls|dgram)$'

const inMain = path => `^electron/main/${path}`

/** What reads the till's own folder or the app's own files, or runs in the worker: it may wait for them. */
const ownFiles = [
  'platform/(file-log|remove|switches)',
  'store/',
  'updates/updater',
  'backup/(finish-restore|set-aside|snapshot|worker/)',
  'connections/(connection-manager|connection-opener|practice-endpoint)',
  'outputs/exports/support-facts',
  'outputs/windows/(app-scheme|computer)',
].map(inMain)

/** One rule for each folder: `main-folder-platform` and so on. The files of the root are above all folders. */
const mainFolderRules = mainFolders.map((folder, index) => ({
  name: `main-folder-${folder}`,
  severity: 'error',
  from: { path: inMain(`${folder}/`) },
  to: {
    path: inMain(''),
    pathNot: inMain(`(${mainFolders.slice(0, index + 1).join('|')})/`),
  },
}))

/** The folders of renderer/ from the bottom up. A file imports from its own line and the lines above it. */
const rendererLayers = [
  ['bridge', 'i18n', 'typing'],
  ['stores', 'hooks'],
  ['ui'],
  ['sale-status'],
  ['features'],
  ['layout'],
  ['pages'],
]

const inRenderer = folders => `^renderer/(${folders.join('|')})/`

/** One rule for each layer but the highest: `renderer-layer-ui` and so on. */
const rendererLayerRules = rendererLayers.slice(0, -1).map((folders, index) => ({
  name: `renderer-layer-${folders.join('-')}`,
  severity: 'error',
  from: { path: inRenderer(folders) },
  to: { path: inRenderer(rendererLayers.slice(index + 1).flat()) },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycle',
      comment: 'Import arrows go down between folders too.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^electron/main' },
      to: { circular: true },
    },
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
      name: 'practice-shares-no-code-with-main',
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
      name: 'only-the-worker-does-its-tasks',
      comment:
        'They wait for folders that people chose, or read what may be damaged: main must not.',
      severity: 'error',
      from: {
        path: '^electron/main/',
        pathNot: ['^electron/main/backup/worker/'],
      },
      to: {
        path: ['^electron/main/backup/worker/', '^electron/main/store/recovery/salvage/'],
      },
    },
    {
      name: 'main-waits-for-no-chosen-path',
      comment:
        'A share that sleeps holds up whoever asks it with a call of node:fs. Main uses node:fs/promises, but for the till’s own folder and the app’s own files.',
      severity: 'error',
      from: { path: '^electron/main/', pathNot: ownFiles },
      to: {
        path: ['^(node:)?fs$', '^electron/main/(store/files/durable-files|platform/remove)\\.ts$'],
      },
    },
    {
      name: 'only-database-imports-the-sqlite-engine',
      severity: 'error',
      from: { path: '^electron/', pathNot: ['^electron/main/store/database/'] },
      to: { path: '^node_modules/libsql' },
    },
    {
      name: 'only-service-imports-the-http-client',
      severity: 'error',
      from: { path: '^electron/main/', pathNot: ['^electron/main/service/'] },
      to: { path: '^node_modules/undici' },
    },
    {
      name: 'only-open-socket-connects',
      comment:
        'platform/open-socket.ts opens every connection and sets its times. The proxy route speaks HTTP on one, the trust is a list. The parser takes types for values: they come from there too.',
      severity: 'error',
      from: {
        path: '^electron/main/',
        pathNot: inMain('(platform/(open-socket|tls-trust)|service/proxy-route)\\.ts$'),
      },
      to: { path: sockets },
    },
    {
      name: 'the-proxy-route-connects-nowhere',
      severity: 'error',
      from: { path: inMain('service/proxy-route\\.ts$') },
      to: { path: sockets, pathNot: '^(node:)?http$' },
    },
    {
      name: 'only-shop-imports-the-postgresql-client',
      severity: 'error',
      from: { path: '^electron/', pathNot: ['^electron/main/shop/'] },
      to: { path: '^node_modules/pg/' },
    },
    {
      name: 'updater-is-loaded-late',
      comment: 'A till without an address of updates never loads electron-updater.',
      severity: 'error',
      from: {
        path: '^electron/main/',
        pathNot: ['^electron/main/updates/updater'],
      },
      to: {
        path: ['^node_modules/electron-updater', '^electron/main/updates/updater'],
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'payments-know-no-electron',
      comment:
        'The payment path, the staff and the record run under a virtual clock in plain Node: they may not reach for Electron.',
      severity: 'error',
      from: {
        path: '^electron/main/(service|store|payments|sales|people|backup|shop|connections|outputs/customer-display|outputs/exports)/',
      },
      to: { path: '^node_modules/electron/' },
    },
    {
      name: 'payments-know-no-sqlite',
      comment: 'The payment engine works on a ledger; what keeps it is not its business.',
      severity: 'error',
      from: { path: '^electron/main/(payments|sales)/' },
      to: { path: ['^electron/main/store/database/', '^node_modules/libsql'] },
    },
    {
      name: 'payments-and-store-know-no-http',
      comment: 'Only service/ makes calls: payments get a client, the ledger needs none.',
      severity: 'error',
      from: { path: '^electron/main/(payments|sales|store)/' },
      to: { path: ['^node_modules/undici', sockets] },
    },
    ...mainFolderRules,
    ...rendererLayerRules,
    {
      name: 'features-import-no-features',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'layout-knows-no-features',
      comment: 'A page puts features into the layout.',
      severity: 'error',
      from: { path: '^renderer/layout/' },
      to: { path: '^renderer/features/' },
    },
    {
      name: 'customer-page-knows-no-till',
      comment: 'A customer can reach this page: it has none of the stores and screens of the till.',
      severity: 'error',
      from: { path: '^renderer/pages/customer/' },
      to: { path: '^renderer/(features|layout|stores|sale-status)/' },
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
