import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SchemaFile } from '../../electron/main/shop/schema'

/** The numbered files of a folder, in order. Throws where a number is missing or is there twice. */
export function readSchemaFiles(folder: string): readonly SchemaFile[] {
  const names = readdirSync(folder).filter(name => /^\d{4}-.+\.sql$/.test(name))
  return names.sort().map((name, place) => {
    const number = Number(name.slice(0, 4))
    if (number !== place + 1) throw new Error(`${name} is not number ${place + 1} of its folder`)
    return { number, name, sql: readFileSync(join(folder, name), 'utf8') }
  })
}
