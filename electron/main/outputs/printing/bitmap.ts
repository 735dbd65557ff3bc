/** A drawing in a printer's dots: a byte a dot, row by row, 1 is black. */
export interface Bitmap {
  width: number
  height: number
  dots: Uint8Array
}

/** Below it a pixel is black: letters keep their thin strokes on thermal paper. */
const blackBelow = 160

/** Dots of pixels (four bytes each, in any order of colours), cut or filled with white to `width`. Pure. */
export function bitmapOf(pixels: Uint8Array, from: number, width: number, height: number): Bitmap {
  const dots = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < Math.min(from, width); x += 1) {
      const at = (y * from + x) * 4
      const sum = (pixels[at] ?? 255) + (pixels[at + 1] ?? 255) + (pixels[at + 2] ?? 255)
      if (sum < 3 * blackBelow) dots[y * width + x] = 1
    }
  return { width, height, dots }
}

/** Bitmaps of one width, one below the other. Pure. */
export function stacked(parts: readonly Bitmap[]): Bitmap {
  const width = parts[0]?.width ?? 0
  const height = parts.reduce((sum, part) => sum + part.height, 0)
  const dots = new Uint8Array(width * height)
  let at = 0
  for (const part of parts) {
    dots.set(part.dots, at)
    at += part.dots.length
  }
  return { width, height, dots }
}

/** Without the white rows above and below: they cost paper. Pure. */
export function withoutMargins({ width, height, dots }: Bitmap): Bitmap {
  const first = Math.floor(Math.max(dots.indexOf(1), 0) / width)
  const last = Math.floor(Math.max(dots.lastIndexOf(1), 0) / width)
  const rows = Math.min(last + 1, height)
  return { width, height: rows - first, dots: dots.slice(first * width, rows * width) }
}
