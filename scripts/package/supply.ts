import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { shopFolder } from '../build'
import { Problem } from '../problem'
import { inProject, root } from '../project'
import { type BundledPackage, bundledPackages, checkLicence } from './bundled'
import { type CompiledPart, compiledParts, plainDigits } from './compiled-in'

/** Written next to the till's program (electron-builder.yml, `extraFiles`). */
const noticesFile = inProject(shopFolder, 'THIRD-PARTY-NOTICES.txt')
const billFile = inProject(shopFolder, 'bill-of-materials.cdx.json')

const billSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
  components: z.array(
    z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

type Bill = z.infer<typeof billSchema>

/** Writes the licence notices and the bill of materials of what was built into out-shop/. */
export async function writeSupplyDocuments(): Promise<void> {
  const packages = await bundledPackages()
  const { inside, parts } = await compiledParts()
  const digits = await plainDigits()
  for (const part of [...parts, digits]) checkLicence(part)
  await writeFile(noticesFile, noticesText([...packages, digits, ...parts]))
  const bill = withParts(withParts(await billOfMaterials(packages), inside, parts), null, [digits])
  await writeFile(billFile, `${JSON.stringify(bill, null, 2)}\n`)
}

/** One section a package: its name, version and licence, then the licence's own text. */
function noticesText(packages: readonly BundledPackage[]): string {
  const sections = packages.map(
    ({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text.trim()}\n`,
  )
  const heading =
    'Kaunta contains the following packages.\n' +
    "Electron's and Chromium's licences: LICENSE.electron.txt and LICENSES.chromium.html.\n"
  return [heading, ...sections].join(`\n${'-'.repeat(80)}\n\n`)
}

/**
 * A CycloneDX document of the packed till: npm's own, made from the lock file, without the packages
 * that only build and test it. Electron stays in it: it is shipped.
 */
async function billOfMaterials(packages: readonly BundledPackage[]): Promise<Bill> {
  const whole = billSchema.parse(JSON.parse(await npmBill()))
  const kept = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const components = whole.components.filter(
    ({ name, version }) => name === 'electron' || kept.has(`${name}@${version}`),
  )
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const missing = [...kept].filter(one => !listed.has(one))
  if (missing.length > 0)
    throw new Problem(
      `The lock file does not name what was bundled: ${missing.join(', ')}.`,
      'Run `npm install`, then try again.',
    )
  const refs = new Set(components.map(component => component['bom-ref']))
  const dependencies = whole.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(one => ({ ...one, dependsOn: one.dependsOn.filter(ref => refs.has(ref)) }))
  return { ...whole, components, dependencies }
}

/** The bill with what is compiled into the binaries of the package named `inside`; null: it is in the till's own files. */
export function withParts(bill: Bill, inside: string | null, parts: readonly CompiledPart[]): Bill {
  const components = parts.map(({ name, version, licence, purl }) => ({
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [{ expression: licence }],
  }))
  const holder = inside === null ? undefined : bill.components.find(({ name }) => name === inside)
  const dependencies = bill.dependencies.map(one =>
    one.ref === holder?.['bom-ref']
      ? { ...one, dependsOn: [...one.dependsOn, ...parts.map(({ purl }) => purl)] }
      : one,
  )
  return { ...bill, components: [...bill.components, ...components], dependencies }
}

async function npmBill(): Promise<string> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' }
  const { stdout } = await promisify(execFile)(npm, args, options)
  return stdout
}
