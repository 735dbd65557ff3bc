import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { shopFolder } from '../build'
import { Problem } from '../problem'
import { inProject, readJson, readPackage } from '../project'

/** A package of another author inside the packed till. `licence` is an SPDX expression. */
export interface BundledPackage {
  name: string
  version: string
  licence: string
  text: string
}

const viteListSchema = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    identifier: z.string(),
    text: z.string().optional(),
  }),
)
const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
type Manifest = z.infer<typeof manifestSchema>

/** Only a style sheet names the typeface, and Vite lists only what scripts import. */
const typeface = '@fontsource-variable/atkinson-hyperlegible-next'
/** The engine's binaries carry no licence file; they are built from the package that names them. */
const engine = 'libsql'

/** What a packed till may contain without a lawyer: each allows use in a closed or an open product. */
const acceptedLicences = [
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'OFL-1.1',
  'BlueOak-1.0.0',
  'OpenSSL',
  'blessing',
]

/**
 * Every package inside the packed till, by name: what Vite bundled (`licenses.json` of each side),
 * what stays a module (`dependencies` and theirs), and the typeface. Throws a Problem for a licence
 * that is not accepted and for a missing licence text.
 */
export async function bundledPackages(): Promise<BundledPackage[]> {
  const lists = await Promise.all(['main', 'renderer'].map(viteList))
  const own = manifestSchema.partial().parse(await readJson(inProject('package.json')))
  const modules = await Promise.all(
    (await moduleNames(Object.keys(own.dependencies ?? {}))).map(installed),
  )
  const all = [...lists.flat(), ...modules, await installed(typeface)]
  const byName = new Map(all.map(one => [`${one.name}@${one.version}`, one]))
  const sorted = [...byName.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
  sorted.forEach(checkLicence)
  return sorted
}

async function viteList(side: string): Promise<BundledPackage[]> {
  const list = viteListSchema.parse(await readJson(inProject(shopFolder, side, 'licenses.json')))
  return Promise.all(
    list.map(async ({ name, version, identifier, text }) => ({
      name,
      version,
      licence: identifier,
      text: text ?? (await statedLicence(name, version)),
    })),
  )
}

const authorSchema = z.union([z.string(), z.object({ name: z.string() })])
const stated = /Copyright \(c\)[\s\S]*?Permission is hereby granted[\s\S]*?IN\s+THE\s+SOFTWARE\./i

/**
 * The licence of a package without a licence file: the text in its README or, for MIT, the standard text
 * with the author that the package names, or its name. '' where neither is there.
 */
export async function statedLicence(name: string, version: string): Promise<string> {
  const { folder, manifest } = await readPackage(name)
  const facts = manifestSchema.extend({ author: authorSchema.optional() }).parse(manifest)
  if (facts.version !== version) return ''
  const readme = (await readdir(folder)).find(file => /^readme/i.test(file))
  const text = readme ? stated.exec(await readFile(path.join(folder, readme), 'utf8')) : null
  if (text) return text[0]
  const author = typeof facts.author === 'object' ? facts.author.name : facts.author
  return facts.license === 'MIT' ? await mitText(author ?? `the authors of ${name}`) : ''
}

/** The project's own licence is the standard text. */
async function mitText(author: string): Promise<string> {
  const own = await readFile(inProject('LICENSE'), 'utf8')
  const [, permission = ''] = /(Permission is hereby granted[\s\S]*)/.exec(own) ?? []
  return `Copyright (c) ${author}\n\n${permission}`
}

/** The engine for another C library than Electron's: electron-builder.yml leaves it out as well. */
const neverLoaded = /-musl$/

/** The modules that the packed till loads at run time, with what they need, as far as installed. */
export async function moduleNames(names: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  const queue = [...names]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name) || neverLoaded.test(name)) continue
    const manifest = await manifestOf(name)
    if (!manifest) continue
    found.add(name)
    queue.push(...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
  }
  return [...found]
}

/** Undefined for an optional package that is for another system. */
async function manifestOf(name: string): Promise<Manifest | undefined> {
  const file = inProject('node_modules', ...name.split('/'), 'package.json')
  const manifest = await readJson(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return manifest === undefined ? undefined : manifestSchema.parse(manifest)
}

async function installed(name: string): Promise<BundledPackage> {
  const { folder, manifest } = await readPackage(name)
  const { version, license } = manifestSchema.parse(manifest)
  const text = await licenceText(folder)
  if (text !== undefined) return { name, version, licence: license, text }
  if (!name.startsWith(`@${engine}/`)) return { name, version, licence: license, text: '' }
  const { text: engineText } = await installed(engine)
  return { name, version, licence: license, text: engineText }
}

async function licenceText(folder: string): Promise<string | undefined> {
  const file = (await readdir(folder)).find(name => /^licen[cs]e/i.test(name))
  return file && (await readFile(path.join(folder, file), 'utf8'))
}

/** Throws a Problem for a package that a packed till must not contain. */
export function checkLicence({ name, version, licence, text }: BundledPackage): void {
  if (!licence.split(' AND ').every(one => acceptedLicences.includes(one)))
    throw new Problem(
      `${name}@${version} has the licence ${licence}, which is not on the list of accepted ones.`,
      'Read the licence. Add it to the list in scripts/package/bundled.ts, or remove the package.',
    )
  if (text.trim() === '')
    throw new Problem(
      `${name}@${version} brings no licence text.`,
      'Say in scripts/package/bundled.ts where its licence is.',
    )
}
