import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { inProject, root } from '../project'

/** The worker as one file of plain JavaScript. */
export interface Bundle {
  file: string
  remove(): void
}

/**
 * Builds the worker of the simulation. Run from its sources it would be a fifth slower: what loads
 * TypeScript sets the name of each function again when it is made.
 */
export async function bundleWorker(): Promise<Bundle> {
  const folder = inProject('test-results', `simulation-${process.pid}`)
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      ssr: inProject('scripts', 'simulate', 'worker.ts'),
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  })
  return {
    file: join(folder, 'worker.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
