import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { projectFolder } from './electron-switches'

/** What a phone's camera reads in a picture, or null. */
export function readQrCode(png: Buffer): string | null {
  const { data, width, height } = PNG.sync.read(png)
  return jsQR(new Uint8ClampedArray(data), width, height)?.data ?? null
}

/** The text of a PDF as a reader would copy it. */
export function pdfText(file: string): string {
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
}

/** How many pages a PDF has, and how large they are, in mm. */
export function pdfPages(file: string): { pages: number; width: number; height: number } {
  const told = execFileSync('pdfinfo', [file], { encoding: 'utf8' })
  const [, pages] = /Pages:\s+(\d+)/.exec(told) ?? []
  const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+) pts/.exec(told) ?? []
  const millimetres = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4)
  return { pages: Number(pages), width: millimetres(width), height: millimetres(height) }
}

/** Keeps a picture of a PDF's first page for people to look at; at 203 dots an inch, as a till prints. */
export function keepPdfPicture(file: string, name: string): void {
  const folder = path.join(projectFolder, 'screenshots')
  mkdirSync(folder, { recursive: true })
  const target = path.join(folder, name)
  execFileSync('pdftoppm', ['-png', '-singlefile', '-r', '203', file, target])
}
