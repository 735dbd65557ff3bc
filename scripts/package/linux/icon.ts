import { PNG } from 'pngjs'

/** The sizes that desktops ask for, in the hicolor theme's folders. */
export const iconSizes = [16, 24, 32, 48, 64, 96, 128, 256, 512] as const

const channels = 4

/** A square icon in a smaller size: each pixel is the average of those that it covers, by their opacity. */
export function scaleIcon(png: Buffer, size: number): Buffer {
  const from = PNG.sync.read(png)
  if (from.width !== from.height || from.width < size)
    throw new RangeError(`${from.width}×${from.height} does not make an icon of ${size} pixels`)
  const to = new PNG({ width: size, height: size })
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1)
      to.data.set(
        averageOf(from, covered(x, from.width / size), covered(y, from.height / size)),
        (y * size + x) * channels,
      )
  return PNG.sync.write(to)
}

/** The pixels of the large icon under one of the small icon, each with the part of it that is covered. */
function covered(at: number, ratio: number): [pixel: number, part: number][] {
  const start = at * ratio
  const end = start + ratio
  const pixels: [number, number][] = []
  for (let pixel = Math.floor(start); pixel < end; pixel += 1)
    pixels.push([pixel, Math.min(pixel + 1, end) - Math.max(pixel, start)])
  return pixels
}

/** Colours count as much as they are opaque: a transparent pixel has a colour too, which is not seen. */
function averageOf(
  { data, width }: PNG,
  columns: [number, number][],
  rows: [number, number][],
): number[] {
  const sums = [0, 0, 0]
  let opacity = 0
  let area = 0
  for (const [y, height] of rows)
    for (const [x, part] of columns) {
      const at = (y * width + x) * channels
      const alpha = (data[at + 3] ?? 0) * part * height
      opacity += alpha
      area += part * height
      for (const channel of [0, 1, 2])
        sums[channel] = (sums[channel] ?? 0) + (data[at + channel] ?? 0) * alpha
    }
  const colours = sums.map(sum => (opacity === 0 ? 0 : Math.round(sum / opacity)))
  return [...colours, Math.round(opacity / area)]
}
