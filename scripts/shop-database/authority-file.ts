import { readFileSync } from 'node:fs'
import { readAuthorities } from '../../electron/main/connections/authorities'
import { Problem } from '../problem'

/** The certificates of a file, as PEM. Throws a Problem for anything else. */
export function readAuthorityFile(file: string): string {
  const read = readAuthorities(readFileSync(file))
  if (read.ok) return read.value.authorities.join('\n')
  throw new Problem(`${file} holds no certificate authority (${read.code}).`, 'Name another file.')
}
