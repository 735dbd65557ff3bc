import { create } from 'qrcode'

/** Modules of white round the code, without which phones do not find it. */
const quiet = 4

/** A module smaller than this is not told from its neighbours by a phone's camera, device pixels. */
const leastModule = 3

/** A code as the path of an SVG, a unit a module, and its size with the quiet zone. */
export interface QrDrawing {
  path: string
  size: number
}

/** How much of a code may be unreadable: M is usual, L has fewer modules for the same text. */
type Level = 'M' | 'L'

export function drawQrCode(text: string, level: Level = 'M'): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: level })
  const dark: string[] = []
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) dark.push(`M${column + quiet} ${row + quiet}h1v1h-1z`)
  return { path: dark.join(''), size: modules.size + 2 * quiet }
}

/** A code in a space. */
export interface QrFit extends QrDrawing {
  /** How large it is drawn, CSS px. */
  side: number
}

/**
 * The code as large as it goes into a square of `space` CSS px, with `ratio` device pixels each: a module is a whole
 * number of them, at least three. Null where it does not fit so.
 */
export function fitQrCode(text: string, space: number, ratio: number): QrFit | null {
  for (const level of ['M', 'L'] as const) {
    const drawing = drawQrCode(text, level)
    const module = Math.floor((space * ratio) / drawing.size)
    if (module >= leastModule) return { ...drawing, side: (module * drawing.size) / ratio }
  }
  return null
}
