import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { guidePages } from './scripts/guide-pages'

// electron-vite builds for the Electron that is declared; the floor is what must run it.
process.env.ELECTRON_MAJOR_VER ??= '33'

/** The mode of a build for shops: `npm run package` alone uses it, and packs its folder alone. */
const shopMode = 'shop'

/** Every side lists what it bundles; scripts/package/supply.ts makes the notices from it. */
const license = { fileName: 'licenses.json' }

/**
 * What main's packages would bring along although it never runs: main is compiled at every start. Only what takes at
 * least 5 ms of processor time to load, or 5 kB of what loads before the first screen, is left out
 * (docs/evidence/start.md).
 */
const leanModules: Readonly<Record<string, string>> = {
  // Without fetch, caches, mocks and sockets: they are most of undici.
  undici: `import api from 'undici/lib/api/index.js'
import CompletePool from 'undici/lib/dispatcher/pool.js'
export { default as buildConnector } from 'undici/lib/core/connect.js'
export class Pool extends CompletePool {}
Pool.prototype.request = api.request`,
  // electron-store checks a schema only where it is given one. Ours is checked with zod.
  'ajv/dist/2020.js': `export class Ajv2020 {
  constructor() { throw new Error('electron-store was given a schema') }
}`,
  'ajv-formats': 'export default {}',
  // zod's own: a schema is described as JSON Schema only where that is asked for. CommonJS: whatever is asked of it is
  // missing, and nothing warns of that.
  '../core/json-schema-processors.js': 'module.exports = {}',
  '../core/to-json-schema.js': 'module.exports = {}',
  // It compares versions only for migrations, which it is given none of.
  semver: `const none = () => { throw new Error('electron-store was given migrations') }
export default { clean: none, eq: none, gt: none, lte: none, satisfies: none }`,
}

/** The updater compares versions. */
const stays = (source: string, importer: string) =>
  source === 'semver' && !/[\\/]node_modules[\\/]conf[\\/]/.test(importer)

/** Seconds, where a build is to be the same each time. */
function builtAt(): number {
  const { SOURCE_DATE_EPOCH } = process.env
  return SOURCE_DATE_EPOCH ? Number(SOURCE_DATE_EPOCH) * 1_000 : Date.now()
}

function leanImports(): Plugin {
  const prefix = 'virtual:lean:'
  return {
    name: 'lean-imports',
    enforce: 'pre',
    resolveId: (source, importer = '') =>
      source in leanModules && !stays(source, importer) ? prefix + source : null,
    load: id => (id.startsWith(prefix) ? (leanModules[id.slice(prefix.length)] ?? null) : null),
  }
}

/**
 * A developer's build loads pages from a development server, takes every switch and has developer tools. That
 * is decided here, when it is built: a name or a variable on the shop's computer changes nothing.
 *
 * Targets are the floor that the till must run on (DESIGN §11): Node 20.18 in main, Chromium 130 in
 * the windows. The preload is one CommonJS file, because a sandboxed preload cannot be an ES module.
 */
export default defineConfig(({ mode }) => ({
  main: {
    plugins: [leanImports()],
    define: { __DEVELOPER_BUILD__: String(mode !== shopMode), __BUILT_AT__: String(builtAt()) },
    // `dependencies` are not bundled: only the native engine, which cannot be.
    build: {
      outDir: outputOf(mode, 'main'),
      target: 'node20.18',
      minify: true,
      license,
      rollupOptions: {
        input: {
          index: 'electron/main/index.ts',
          // Runs in a process of its own.
          worker: 'electron/main/backup/worker/worker.ts',
        },
      },
    },
  },
  preload: {
    build: {
      outDir: outputOf(mode, 'preload'),
      target: 'node20.18',
      rollupOptions: {
        input: 'electron/preload/index.ts',
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react(), guidePages()],
    build: {
      outDir: outputOf(mode, 'renderer'),
      emptyOutDir: true,
      target: 'chrome130',
      minify: true,
      license,
      rollupOptions: {
        // One page a kind of window (electron/main/outputs/windows/window-factory.ts).
        input: {
          index: resolve('renderer/pages/till/index.html'),
          customer: resolve('renderer/pages/customer/index.html'),
          receipt: resolve('renderer/pages/receipt/index.html'),
          // What goes to paper: drawn in a window that nobody sees.
          closing: resolve('renderer/pages/cash-up/index.html'),
        },
      },
    },
  },
}))

function outputOf(mode: string, part: string): string {
  return resolve(mode === shopMode ? 'out-shop' : 'out', part)
}
