import { expect, it } from 'vitest'
import { ShippedPosition } from '../../../../electron/main/shop/shipped-position'

function positionIn(role: string, document: object | null = null) {
  const writes: object[] = []
  const failures: unknown[] = []
  let now = 0
  let isFull = false
  const position = new ShippedPosition({
    store: {
      read: () => document,
      write(written) {
        if (isFull) throw new Error('disk full')
        writes.push(written)
      },
    },
    role,
    clock: { monotonic: () => now },
    failed: error => failures.push(error),
  })
  const pass = (ms: number) => (now += ms)
  const fill = (full: boolean) => (isFull = full)
  return { position, writes, failures, pass, fill }
}

it('is written at most once a minute while it grows, and at the end', () => {
  const { position, writes, pass } = positionIn('till-1')
  position.reached(5)
  position.reached(6)
  pass(59_000)
  position.reached(7)
  expect(writes).toEqual([{ role: 'till-1', sequence: 5 }])
  pass(1_000)
  position.reached(8)
  position.reached(9)
  position.flush()
  position.flush()
  expect(writes.slice(1)).toEqual([
    { role: 'till-1', sequence: 8 },
    { role: 'till-1', sequence: 9 },
  ])
})

it('is written at once where it falls: a loss is told once', () => {
  const { position, writes } = positionIn('till-1', { role: 'till-1', sequence: 90 })
  expect(position.last()).toBe(90)
  position.reached(91)
  position.reached(20)
  expect(writes.at(-1)).toEqual({ role: 'till-1', sequence: 20 })
})

it.each([null, { role: 'till-2', sequence: 90 }, { role: 'till-1', sequence: -1 }, {}])(
  'is not known from %o',
  document => expect(positionIn('till-1', document).position.last()).toBe(0),
)

it('holds up nothing where it cannot be written, and is written later', () => {
  const { position, writes, failures, fill } = positionIn('till-1')
  fill(true)
  position.reached(5)
  expect(failures).toHaveLength(1)
  fill(false)
  position.flush()
  expect(writes).toEqual([{ role: 'till-1', sequence: 5 }])
})
