import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { PNG } from 'pngjs'
import { pictureFile } from './window/electron-switches'

/** A sheet that came out: a byte a dot, 1 is black. */
export interface Sheet {
  width: number
  rows: Uint8Array[]
  cut: boolean
}

/** How a printer is at the moment. */
interface Condition {
  cover: 'closed' | 'open'
  paper: 'there' | 'out'
  /** Cheap ones answer no question. */
  answers: boolean
  /** It loses its power after so many rows; null never. */
  offAfter: number | null
  /** Its paper ends after so many rows; null never. */
  paperFor: number | null
  /** It does nothing any more after so many rows; null never. */
  stuckAfter: number | null
}

/** What a command is made of: how many bytes it has, and what it does. */
type Command = readonly [length: number, act?: (bytes: Buffer, to: Connection) => void]

interface Connection {
  socket: Socket
  waiting: Buffer
  /** The picture that it is drawing: bytes a row, and rows to come. */
  raster: { width: number; rows: number }
}

const widest = 576

/** DLE EOT, DLE ENQ, DLE DC4. */
const realTime = [0x04, 0x05, 0x14].map(second => Buffer.of(0x10, second))

const hex = (byte: number) => byte.toString(16).padStart(2, '0')

/**
 * A receipt printer of our own: takes ESC/POS at a TCP port, draws what it says as dots, and fails as it is
 * told to. It shares no code with the till. It knows few commands, and keeps the others as `unknown`.
 */
export class EscposPrinter {
  readonly condition: Condition = {
    cover: 'closed',
    paper: 'there',
    answers: true,
    offAfter: null,
    paperFor: null,
    stuckAfter: null,
  }
  /** In the order in which they came out; the last one may not be cut. */
  readonly sheets: Sheet[] = []
  readonly unknown: string[] = []
  drawerOpened = 0
  /** Rows that hold a command which printers obey anywhere. */
  dangerousRows = 0
  connections = 0
  /** Rows of dots, without feeds. */
  rows = 0
  private server: Server | null = null
  private readonly open = new Set<Connection>()
  private port = 0

  get address(): string {
    return `127.0.0.1:${this.port}`
  }

  /** At the same port as before. */
  async switchOn(): Promise<void> {
    const server = createServer(socket => this.accept(socket))
    this.server = server
    await new Promise<void>(resolve => server.listen(this.port, '127.0.0.1', resolve))
    this.port = (server.address() as AddressInfo).port
  }

  /** What it had not printed yet is lost. */
  async switchOff(): Promise<void> {
    const { server } = this
    this.server = null
    for (const { socket } of this.open) socket.resetAndDestroy()
    this.open.clear()
    if (server) await new Promise(resolve => server.close(resolve))
  }

  /** A new roll, and the cover closed: it goes on with what it has. */
  refill(): void {
    Object.assign(this.condition, { cover: 'closed', paper: 'there', paperFor: null })
    for (const connection of this.open) this.work(connection)
  }

  /** Keeps a sheet as a picture for people to look at. */
  keepPicture(sheet: Sheet, name: string): void {
    writeFileSync(pictureFile(`${name}.png`), PNG.sync.write(pictureOf(sheet)))
  }

  private accept(socket: Socket): void {
    const connection = { socket, waiting: Buffer.alloc(0), raster: { width: 0, rows: 0 } }
    this.connections += 1
    this.open.add(connection)
    socket.on('error', () => this.open.delete(connection))
    socket.on('close', () => this.open.delete(connection))
    socket.on('data', bytes => {
      connection.waiting = Buffer.concat([connection.waiting, bytes])
      this.work(connection)
    })
  }

  private work(connection: Connection): void {
    while (connection.waiting.length > 0 && this.open.has(connection)) {
      const used = this.next(connection)
      if (used === 0) return
      connection.waiting = connection.waiting.subarray(used)
    }
  }

  private next(connection: Connection): number {
    const { waiting: bytes, raster } = connection
    if (this.isStopped()) return this.answerBehind(connection)
    if (raster.rows > 0) return this.drawRow(connection)
    const [first = 0, second] = bytes
    if (first === 0x0a) return this.feed()
    if (second === undefined) return 0
    const name = first === 0x10 ? '10' : hex(first) + hex(second)
    const [length, act] = this.commands[name] ?? [1, () => this.unknown.push(name)]
    // Zero: more bytes have to come.
    if (bytes.length < length) return 0
    act?.(bytes, connection)
    return length
  }

  /** Questions in real time are found also behind what waits to be printed. */
  private answerBehind(connection: Connection): number {
    const at = connection.waiting.indexOf(Buffer.of(0x10, 0x04))
    if (at < 0 || at + 3 > connection.waiting.length) return 0
    const question = connection.waiting.subarray(at, at + 3)
    connection.waiting = Buffer.concat([
      connection.waiting.subarray(0, at),
      connection.waiting.subarray(at + 3),
    ])
    this.answerStatus(question[2] ?? 0, connection)
    return this.answerBehind(connection)
  }

  private readonly commands: Record<string, Command> = {
    '10': [
      3,
      (bytes, to) => {
        if (bytes[1] === 0x04) this.answerStatus(bytes[2] ?? 0, to)
        else this.unknown.push(`10${bytes[1]}`)
      },
    ],
    /** ESC @, FS . and ESC M: the start of a job. */
    '1b40': [2],
    '1c2e': [2],
    '1b4d': [3],
    /** ESC p: a pulse for the drawer. */
    '1b70': [5, () => (this.drawerOpened += 1)],
    /** GS v 0: rows of dots. */
    '1d76': [
      8,
      (bytes, { raster }) =>
        Object.assign(raster, { width: bytes.readUInt16LE(4), rows: bytes.readUInt16LE(6) }),
    ],
    /** GS V: cut. */
    '1d56': [3, () => (this.sheet().cut = true)],
    /** GS r: answered in its turn. */
    '1d72': [3, (_bytes, { socket }) => this.condition.answers && socket.write(Buffer.of(0))],
  }

  private drawRow(connection: Connection): number {
    const { waiting: bytes, raster } = connection
    const { offAfter, paperFor } = this.condition
    if (bytes.length < raster.width) return 0
    if (this.rows === offAfter) {
      this.switchOff()
      return 0
    }
    if (this.rows === paperFor) {
      this.condition.paper = 'out'
      return this.answerBehind(connection)
    }
    const row = bytes.subarray(0, raster.width)
    if (realTime.some(command => row.includes(command))) this.dangerousRows += 1
    this.sheet(raster.width * 8).rows.push(dotsOf(row))
    this.rows += 1
    raster.rows -= 1
    return raster.width
  }

  private feed(): number {
    const sheet = this.sheet()
    for (let row = 0; row < 30; row += 1) sheet.rows.push(new Uint8Array(sheet.width))
    return 1
  }

  private sheet(width = widest): Sheet {
    const last = this.sheets.at(-1)
    if (last && !last.cut) return last
    const sheet = { width, rows: [], cut: false }
    this.sheets.push(sheet)
    return sheet
  }

  private isStopped(): boolean {
    const { cover, paper } = this.condition
    return cover === 'open' || paper === 'out' || this.isStuck()
  }

  private isStuck(): boolean {
    const { stuckAfter } = this.condition
    return stuckAfter !== null && this.rows >= stuckAfter
  }

  private answerStatus(kind: number, { socket }: Connection): void {
    if (!this.condition.answers || this.isStuck()) return
    const open = this.condition.cover === 'open'
    const out = this.condition.paper === 'out'
    const bits = kind === 2 ? (open ? 0x04 : 0) | (out ? 0x20 : 0) : out ? 0x60 : 0
    socket.write(Buffer.of(0x12 | bits))
  }
}

function dotsOf(row: Buffer): Uint8Array {
  return Uint8Array.from({ length: row.length * 8 }, (_, at) => {
    const byte = row[at >> 3] ?? 0
    return (byte >> (7 - (at & 7))) & 1
  })
}

/** A sheet as people see it. */
export function pictureOf({ width, rows }: Sheet): PNG {
  const picture = new PNG({ width, height: rows.length })
  for (const [y, row] of rows.entries())
    for (let x = 0; x < width; x += 1)
      picture.data.fill(row[x] ? 0 : 255, (y * width + x) * 4, (y * width + x) * 4 + 3)
  for (let at = 3; at < picture.data.length; at += 4) picture.data[at] = 255
  return picture
}
