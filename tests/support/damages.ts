export interface Damage {
  name: string
  bytes: Buffer
}

/** A file cut at the edge of each block of `size` bytes, and with a bit of each turned over, which one the seed says. */
export function damagesOf(bytes: Buffer, size: number, seed: number): Damage[] {
  const edges = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size)
  const cuts = edges.map(at => ({ name: `cut at ${at}`, bytes: bytes.subarray(0, at) }))
  const flips = edges.map((edge, index) => {
    const place = Math.min(bytes.length - 1, edge + ((seed + index * 7_919) % size))
    const bit = (seed + index) % 8
    return { name: `bit ${bit} of byte ${place}`, bytes: flipped(bytes, place, bit) }
  })
  return [...cuts, ...flips]
}

function flipped(bytes: Buffer, place: number, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(place) ^ (1 << bit), place)
  return copy
}
