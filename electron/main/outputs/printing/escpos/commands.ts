import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { type Bitmap, withoutMargins } from '../bitmap'

/** Lines between the last row and the cutter, or the edge where a person tears. */
const feedBeforeCut = 4
const lineFeed = 0x0a

/**
 * A paper as ESC/POS commands: the drawing as a picture, then the cut, which a printer without a cutter
 * leaves out. Pure.
 */
export function paperCommands(drawing: Bitmap): Uint8Array {
  const { width, height, dots } = withoutRealTimeCommands(withoutMargins(drawing))
  const data = new Uint8ClampedArray(width * height * 4)
  for (const [index, dot] of dots.entries()) data.fill(dot ? 0 : 255, index * 4, index * 4 + 4)
  // Without an alpha of 255 the encoder mixes a dot with the paper's white.
  for (let index = 3; index < data.length; index += 4) data[index] = 255
  const commands = encoder()
    .initialize()
    .image({ data, width, height }, { width, height, mode: 'raster' })
    .cut('partial')
    .encode()
  // The encoder ends with a line feed: the next paper would begin with it.
  return commands.subarray(0, commands.lastIndexOf(lineFeed))
}

/** The pulse that opens a cash drawer on the printer's first connector. Pure. */
export function drawerCommands(): Uint8Array {
  return encoder().initialize().pulse(0, 100, 500).encode()
}

function encoder() {
  return new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns: 48,
    feedBeforeCut,
    feedAfterBlock: false,
    newline: '\n',
  })
}

/** DLE EOT, DLE ENQ and DLE DC4 begin like this. */
const dle = 0x10
const realTime = [0x04, 0x05, 0x14]

/**
 * A printer acts on real-time commands also within a picture: some rows of dots would
 * open the drawer. With one dot more, an eighth of a millimetre, the bytes are no command.
 */
function withoutRealTimeCommands({ width, height, dots }: Bitmap): Bitmap {
  const safe = Uint8Array.from(dots)
  const byteAt = (index: number) =>
    safe.subarray(index * 8, index * 8 + 8).reduce((byte, dot) => byte * 2 + dot, 0)
  for (let index = 0; index * 8 < safe.length; index += 1)
    if (byteAt(index) === dle && realTime.includes(byteAt(index + 1))) safe[index * 8 + 7] = 1
  return { width, height, dots: safe }
}
