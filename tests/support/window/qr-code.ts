import jsQR from 'jsqr'
import { PNG } from 'pngjs'

/** What a phone's camera reads in a picture, or null. */
export function readQrCode(png: Buffer): string | null {
  const { data, width, height } = PNG.sync.read(png)
  return jsQR(new Uint8ClampedArray(data), width, height)?.data ?? null
}
