import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { Problem } from '../problem'
import { inProject, readJson, readPackage } from '../project'
import type { BundledPackage } from './bundled'

/** What another package has a part of inside it; `purl` is its name in a bill of materials. */
export interface CompiledPart extends BundledPackage {
  purl: string
}

const listSchema = z.object({
  package: z.string(),
  version: z.string(),
  parts: z.array(
    z.object({
      kind: z.enum(['cargo', 'generic']),
      name: z.string(),
      version: z.string(),
      licence: z.string(),
      copyright: z.string(),
    }),
  ),
  texts: z.record(z.string(), z.string()),
})

const listFile = inProject('scripts', 'package', 'compiled-in.json')

/**
 * What is compiled into the engine's binaries, on any system that the till is packed for: its package does not
 * say. Throws a Problem when the list was made for another version than the installed one.
 */
export async function compiledParts(): Promise<{ inside: string; parts: CompiledPart[] }> {
  const list = listSchema.parse(await readJson(listFile))
  const { manifest } = await readPackage(list.package)
  checkVersion(list, z.object({ version: z.string() }).parse(manifest).version)
  const parts = list.parts.map(({ kind, name, version, licence, copyright }) => {
    const text = list.texts[name] ?? list.texts[licence] ?? ''
    const purl = `pkg:${kind}/${name}@${version}`
    return { name, version, licence, text: text && `${copyright}\n\n${text}`.trim(), purl }
  })
  return { inside: list.package, parts }
}

/** Throws a Problem when `installed` is not the version that the list was made for. */
export function checkVersion(
  list: { readonly package: string; readonly version: string },
  installed: string,
): void {
  if (installed === list.version) return
  throw new Problem(
    `The list of what ${list.package}'s binaries contain is for ${list.version}; ${installed} is installed.`,
    'Make scripts/package/compiled-in.json for the installed version: docs/dependencies.md says how.',
  )
}

const digitsFolder = 'renderer/ui/theme/plain-digits'

/** The ten glyphs in the repository that are another typeface's: no lock file names its package. */
export async function plainDigits(): Promise<CompiledPart> {
  const [name, version] = ['@fontsource-variable/public-sans', '5.3.0']
  const text = await readFile(inProject(digitsFolder, 'LICENSE'), 'utf8')
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return { name, version, licence: 'OFL-1.1', text, purl }
}
