import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import type { Plant } from './plants'

const project = path.resolve(import.meta.dirname, '..', '..', '..')
/** Inside the project, so that the bundle finds the native engine in node_modules. */
const cache = path.join(project, 'node_modules', '.cache')

/** The till's process, and the one that it has a ledger examined by. */
const entries = {
  till: path.join(import.meta.dirname, 'child.ts'),
  examiner: path.join(project, 'electron', 'main', 'recovery', 'salvage', 'examiner.ts'),
}

/** The till's child process, built into a folder of its own. */
export interface Bundle {
  file: string
  remove(): void
}

/** Builds it, with a fault planted or none. */
export async function bundleTill(plant: Plant | null = null): Promise<Bundle> {
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(path.join(cache, 'kaunta-kills-'))
  await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    plugins: plant ? [planting(plant)] : [],
    ssr: { noExternal: true, external: ['libsql', 'electron'] },
    build: {
      ssr: true,
      outDir,
      target: 'node20.18',
      rollupOptions: { input: entries, output: { entryFileNames: '[name].mjs' } },
    },
  })
  return {
    file: path.join(outDir, 'till.mjs'),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  }
}

/** Throws where the text is not there exactly once: a plant that no longer fits proves nothing. */
function planting({ name, file, changes }: Plant): Plugin {
  let planted = false
  return {
    name: 'plant',
    enforce: 'pre',
    transform(code, id) {
      if (path.relative(project, id) !== path.normalize(file)) return undefined
      planted = true
      const changed = changes.reduce((text, { find, replace }) => {
        if (text.split(find).length !== 2)
          throw new Error(`The plant "${name}" does not fit ${file}`)
        return text.replace(find, () => replace)
      }, code)
      return { code: changed, map: null }
    },
    buildEnd(error) {
      if (!error && !planted) throw new Error(`The plant "${name}" found no ${file}`)
    },
  }
}
