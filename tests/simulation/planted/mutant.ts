import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Parts } from '../till/parts'

/** A change of the till's source that plants a bug. */
export interface Mutation {
  file: string
  from: string
  to: string
}

const root = resolve(import.meta.dirname, '..', '..', '..')

/**
 * The payment path, from the ledger to the reading of answers, as a copy of the sources in which these mutations were made. Never shipped: the
 * copy is kept with the test results. Throws where a source no longer holds what is to be changed.
 */
export async function mutatedParts(name: string, mutations: readonly Mutation[]): Promise<Parts> {
  const copy = copySources(name)
  for (const mutation of mutations) mutate(copy, mutation)
  const load = (file: string) => import(pathToFileURL(join(copy, 'electron', 'main', file)).href)
  try {
    const { PaymentEngine } = await load('payments/engine.ts')
    const { createLedger } = await load('store/ledger/ledger.ts')
    const { createServiceClient } = await load('service/index.ts')
    const { createTransport } = await load('service/transport.ts')
    return { PaymentEngine, createLedger, createServiceClient, createTransport }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** What the payment path is made of; `shared/` and `electron/` name the base of their tsconfig. */
const sources = [
  'electron/main',
  'electron/tsconfig.json',
  'shared',
  'resources',
  'tsconfig.base.json',
]

function copySources(name: string): string {
  const copy = join(root, 'test-results', 'planted', `${name.replace(/\W+/g, '-')}-${process.pid}`)
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const source of sources) cpSync(join(root, source), join(copy, source), { recursive: true })
  writeFileSync(join(copy, 'package.json'), '{"type":"module"}')
  return copy
}

function mutate(copy: string, { file, from, to }: Mutation): void {
  const path = join(copy, file)
  mkdirSync(dirname(path), { recursive: true })
  const source = readFileSync(path, 'utf8')
  if (source.split(from).length !== 2)
    throw new Error(`${file} does not hold this once, so no bug can be planted: ${from}`)
  writeFileSync(
    path,
    source.replace(from, () => to),
  )
}
