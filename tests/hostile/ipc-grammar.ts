import fc from 'fast-check'
import { channelOf } from '../../shared/ipc/bridge'
import type { LeastRole } from '../../shared/ipc/call'
import { calls } from '../../shared/ipc/contract'
import { leavesOf, samplesOf } from '../support/contract-samples'

/** One call, as a window that was taken over could make it. */
export interface HostileCall {
  channel: string
  argument: unknown
  /** Who may make it at the least. */
  role: LeastRole
}

/** Part of texts that an answer about a bad argument must not repeat. */
export const canary = 'PLANTED-canary-5309'
/** Typed where a key, a passphrase or a PIN belongs: must not be anywhere afterwards. */
export const secretCanary = 'PLANTED-secret-8675'

/** Sealed in the vault from the start. */
export const keptSecret = 'PLANTED-kept-4401-secret'

const secretFields = /(?:^|\.)(?:apiKey|apiSecret|passphrase|pin|proof)$/

const nested = (depth: number, wrap: (inner: unknown) => unknown) => {
  let value: unknown = canary
  for (let level = 0; level < depth; level++) value = wrap(value)
  return value
}

const cyclic = () => {
  const ring: Record<string, unknown> = { id: canary }
  ring.self = ring
  return ring
}

/** `{"__proto__": …}` with a property of that very name. */
const ownProto = (value: unknown) =>
  Object.defineProperty({ name: canary }, '__proto__', {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })

const oddPrimitives = [
  ...[Number.NaN, -0, Number('1e309'), Number('-1e309'), Number.MAX_SAFE_INTEGER + 2, 5e-324],
  ...[10n ** 40n, null, undefined, '', ' ', '\u0000', `${canary}\u0000`, '\ud800'],
  ...[`\udfff${canary}\ud800`, `\u202e${canary}\u200b`, 'a\u0301'.repeat(300)],
  ...['../../../../planted', '/planted', 'C:\\planted', "'; DROP TABLE payment; --"],
  ...['=HYPERLINK("x")', '4111111111111111', '__proto__', 'constructor'],
]

/** What structured cloning lets through from a page to main, and no schema of ours asks for. */
const oddities = fc.constantFrom<() => unknown>(
  ...oddPrimitives.map(value => () => value),
  () => [],
  () => ({}),
  () => [[canary]],
  () => ({ ...[canary], length: 1 }),
  () => new Array(50_000),
  () => new Map([[canary, canary]]),
  () => new Set([canary]),
  () => new Date(Number.NaN),
  () => new Date(0),
  () => new RegExp(canary),
  () => new Error(canary),
  () => new Uint8Array(64),
  () => new ArrayBuffer(64),
  () => Object(canary),
  () => Object(1n),
  () => Object.create(null),
  () => cyclic(),
  () => ownProto({ polluted: canary }),
  () => JSON.parse(`{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}`),
  () => ({ toJSON: canary, toString: canary, valueOf: null }),
)

/** Costly ones: a huge text, a wide object, a deep nest. */
const huge = fc.constantFrom<() => unknown>(
  () => canary.repeat(50_000),
  () => '9'.repeat(200_000),
  () => '\ud800'.repeat(100_000),
  () => ' '.repeat(300_000),
  () => 'a@'.repeat(100_000),
  () => '255'.repeat(50_000),
  () => `https://${'a.'.repeat(50_000)}`,
  () => nested(300, inner => [inner]),
  () => nested(700, inner => ({ inner })),
  () => nested(1_500, inner => ({ filter: inner })),
  () => new Array(50_000).fill(canary),
  () => Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${canary}${index}`, 1])),
)

const made = (makers: fc.Arbitrary<() => unknown>) => makers.map(make => make())

const kinds = { withBigInt: true, withDate: true, withMap: true, withSet: true } as const

/** The fixed ones come seldom: a hunt asks a channel thousands of times, and mostly with something new. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: made(oddities) },
  { weight: 1, arbitrary: made(huge) },
  { weight: 25, arbitrary: fc.anything({ ...kinds, maxDepth: 4, size: '+1' }) },
  { weight: 20, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }) },
  { weight: 4, arbitrary: fc.double() },
  {
    weight: 15,
    arbitrary: fc.dictionary(fc.string(), made(oddities), { minKeys: 1, maxKeys: 4 }),
  },
)

type Spoil = (sample: unknown, junk: unknown, which: number) => unknown

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes the field of an argument that `which` says, or all of it where it has none. */
function changeOne(sample: unknown, which: number, change: (value: unknown) => unknown): unknown {
  const names = isRecord(sample) ? Object.keys(sample) : []
  const name = names[which % Math.max(1, names.length)]
  if (!isRecord(sample) || name === undefined) return change(sample)
  return { ...sample, [name]: change(sample[name]) }
}

/** One thing about the whole of a valid argument that is no longer right. */
const spoils: readonly Spoil[] = [
  (sample, junk) => [sample, junk],
  (sample, junk) => (isRecord(sample) ? { ...sample, [canary]: junk } : junk),
  (sample, junk) => (isRecord(sample) ? Object.assign(ownProto(junk), sample) : junk),
  (sample, junk, which) => changeOne(sample, which, () => junk),
  (sample, _junk, which) => changeOne(sample, which, () => undefined),
  (sample, _junk, which) => changeOne(sample, which, one => [one]),
  (sample, _junk, which) => changeOne(sample, which, one => ({ [canary]: one })),
  (sample, _junk, which) => changeOne(sample, which, one => `${String(one)}${canary}`),
  sample => (isRecord(sample) ? Object.entries(sample) : sample),
  sample => JSON.stringify(sample),
  sample => (isRecord(sample) ? new Map(Object.entries(sample)) : sample),
]

const members = Object.entries(calls).flatMap(([group, names]) =>
  Object.entries(names).map(([name, { argument, role }]) => {
    const leaves = leavesOf(argument)
    return {
      channel: channelOf(group, name),
      role: role as LeastRole,
      samples: samplesOf(argument),
      leaves,
      secrets: leaves.filter(({ path }) => secretFields.test(path)),
    }
  }),
)

/** Every channel of the contract. */
export const channels: readonly string[] = members.map(({ channel }) => channel)

/** Calls on every channel: arbitrary junk, valid arguments with one thing spoiled, and valid ones. */
export function hostileCalls(paymentIds: readonly string[]): fc.Arbitrary<HostileCall> {
  // Built once a channel: a chain would build them again for every call.
  const each = members.map(({ channel, role, samples, leaves, secrets }) => {
    const valid = fc
      .tuple(fc.constantFrom(...samples), fc.constantFrom(null, ...paymentIds), fc.uuid())
      .map(([sample, paymentId, fresh]) => withIds(sample, paymentId, fresh))
    const spoiled = fc
      .tuple(valid, junk, fc.constantFrom(...spoils), fc.nat(50))
      .map(([sample, value, spoil, which]) => spoil(sample, value, which))
    const leafSpoiled = fc
      .tuple(fc.constantFrom(...(leaves.length > 0 ? leaves : [null])), junk)
      .map(([leaf, value]) => (leaf ? leaf.put(value) : value))
    const secret = fc
      .constantFrom(...(secrets.length > 0 ? secrets : [null]))
      .map(leaf => (leaf ? leaf.put(secretCanary) : secretCanary))
    return fc
      .oneof(
        { weight: 12, arbitrary: junk },
        { weight: 6, arbitrary: spoiled },
        { weight: 6, arbitrary: leafSpoiled },
        { weight: 1, arbitrary: secrets.length > 0 ? secret : junk },
        { weight: 1, arbitrary: valid },
      )
      .map(argument => ({ channel, argument: withWrongProof(argument), role }))
  })
  return fc.oneof(...each)
}

/**
 * An owner may have set the very passphrase or API secret that a sample proves with. A right proof may remove every
 * person from the till (`staff.startOver`), and the rest of the hunt would be as no one.
 */
function withWrongProof(argument: unknown): unknown {
  if (!isRecord(argument) || typeof argument.proof !== 'string') return argument
  return { ...argument, proof: `${argument.proof} wrong` }
}

/** A payment that is there in the place of one that is not; and a draft that is new. */
function withIds(sample: unknown, paymentId: string | null, fresh: string): unknown {
  if (!isRecord(sample)) return sample
  return {
    ...sample,
    ...('paymentId' in sample && paymentId !== null && { paymentId }),
    ...('draftId' in sample && { draftId: fresh }),
  }
}
