export type DecodedText = { ok: true; text: string } | { ok: false; reason: 'not-utf8' }

/** Text from the bytes of a row. Damage comes back as a reason; nothing is replaced or dropped. */
export function decodeText(bytes: Buffer): DecodedText {
  try {
    // ignoreBOM: or a leading U+FEFF, which was part of what was written, would vanish.
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return { ok: true, text: decoder.decode(bytes) }
  } catch {
    return { ok: false, reason: 'not-utf8' } // the decoder throws for nothing else
  }
}
