import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

// electron-vite builds for the Electron that is declared; the floor is what must run it.
process.env.ELECTRON_MAJOR_VER ??= '33'

/** Every side lists what it bundles; scripts/package/supply.ts makes the notices from it. */
const license = { fileName: 'licenses.json' }

/**
 * Targets are the floor that the till must run on (DESIGN §11): Node 20.18 in main, Chromium 130 in
 * the windows. The preload is one CommonJS file, because a sandboxed preload cannot be an ES module.
 */
export default defineConfig({
  main: {
    // `dependencies` are not bundled: only the native engine, which cannot be.
    build: {
      target: 'node20.18',
      minify: true,
      license,
      rollupOptions: {
        input: {
          index: 'electron/main/index.ts',
          // Runs in a process of its own: see electron/main/recovery/salvage.
          examiner: 'electron/main/recovery/salvage/examiner.ts',
        },
      },
    },
  },
  preload: {
    build: {
      target: 'node20.18',
      rollupOptions: {
        input: 'electron/preload/index.ts',
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react()],
    build: {
      target: 'chrome130',
      minify: true,
      license,
      rollupOptions: {
        // One page a kind of window (electron/main/windows/window-places.ts).
        input: {
          index: resolve('renderer/pages/till/index.html'),
          customer: resolve('renderer/pages/customer/index.html'),
          receipt: resolve('renderer/pages/receipt/index.html'),
          // What goes to paper: drawn in a window that nobody sees.
          closing: resolve('renderer/pages/cash-up/index.html'),
        },
        // Schemas that a window never parses with are not loaded by it.
        treeshake: { manualPureFunctions: ['z'] },
      },
    },
  },
})
