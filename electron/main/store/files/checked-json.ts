import { createHash } from 'node:crypto'

/** A document as JSON with a checksum: damage and a wrong key are two different errors. */
export function checkedText(document: object): string {
  return JSON.stringify({ ...document, checksum: checksumOf(document) })
}

/** The document of such a text; null where it is damaged. */
export function readChecked(text: string): object | null {
  const { checksum, ...document } = Object(parseJson(text))
  return checksum === checksumOf(document) ? document : null
}

function checksumOf(document: object): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('base64')
}

/** What a JSON text holds; null for another text, which a schema or a checksum refuses. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
