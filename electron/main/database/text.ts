export type DecodedText = { ok: true; text: string } | { ok: false; reason: 'not-utf8' }

// ignoreBOM: or a leading U+FEFF, which was part of what was written, would vanish. One for all: it is
// asked for each cell, and keeps nothing from one to the next.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Text from the bytes of a row. Damage comes back as a reason; nothing is replaced or dropped. */
export function decodeText(bytes: Buffer): DecodedText {
  try {
    return { ok: true, text: utf8.decode(bytes) }
  } catch {
    return { ok: false, reason: 'not-utf8' } // the decoder throws for nothing else
  }
}
