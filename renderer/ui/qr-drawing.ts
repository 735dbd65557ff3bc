import { create } from 'qrcode'

/** Modules of white round the code, without which phones do not find it. */
const quiet = 4

/** A QR code as the path of an SVG, a unit a module, and its size with the quiet zone. */
export function drawQrCode(text: string): { path: string; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const dark: string[] = []
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) dark.push(`M${column + quiet} ${row + quiet}h1v1h-1z`)
  return { path: dark.join(''), size: modules.size + 2 * quiet }
}
