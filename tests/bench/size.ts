import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { projectFolder } from '../support/window/electron-switches'
import { type LoadedCode, listLoaded } from './window'

/** What loads before the first screen, in bytes after gzip, by file. */
export interface LoadedSizes {
  main: ReadonlyMap<string, number>
  renderer: ReadonlyMap<string, number>
}

/** Starts the built till in out/ and measures the files that it loads until a person can begin. */
export async function measureLoaded(): Promise<LoadedSizes> {
  return loadedSizes(await listLoaded(), projectFolder)
}

/** The page's own addresses, and where their files are. */
const pageOrigin = 'app://kaunta/'
const code = /\.(c?js|mjs|css)$/

/**
 * Of the built files, and of modules that are not bundled. The preload is not among the page's resources. Throws
 * where one side names no file at all: nothing would be measured.
 */
function loadedSizes({ main, renderer }: LoadedCode, project: string): LoadedSizes {
  const inMain = main
    .map(address => fileURLToPath(address))
    .filter(file => /^(out|node_modules)$/.test(relative(project, file).split(sep)[0] ?? ''))
  const inRenderer = renderer
    .filter(address => address.startsWith(pageOrigin))
    .map(address => join(project, 'out/renderer', new URL(address).pathname))
    .concat(join(project, 'out/preload/index.cjs'))
  return { main: gzipped(inMain, project), renderer: gzipped(inRenderer, project) }
}

function gzipped(files: readonly string[], project: string): ReadonlyMap<string, number> {
  const found = [...new Set(files)].filter(file => code.test(file) && existsSync(file))
  const scripts = found.filter(file => !file.endsWith('preload/index.cjs'))
  if (scripts.length === 0) throw new Error('The till loaded no file that was built')
  return new Map(
    found.map(file => [relative(project, file), gzipSync(readFileSync(file)).byteLength]),
  )
}

/** All files in a folder, in bytes; `without` names what does not count, relative to it. */
export function bytesIn(folder: string, without: readonly string[] = []): number {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter(name => !without.some(one => name === one || name.startsWith(one + sep)))
    .map(name => lstatSync(join(folder, name)))
    .filter(stats => !stats.isDirectory())
    .reduce((sum, { size }) => sum + size, 0)
}
