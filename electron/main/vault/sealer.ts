/** Seals secrets into printable text that is worthless without the computer or the passphrase. */
export interface Sealer {
  readonly method: 'keychain' | 'passphrase'
  /** For a person: which keychain it is; null for a passphrase. */
  readonly backend: string | null
  /** `name` says what is sealed, so that one sealed value cannot stand in for another. */
  seal(name: string, plain: Buffer): string
  /** Throws SealBroken for anything but what `seal` gave for this name. */
  open(name: string, sealed: string): Buffer
}

/** A value that cannot be sealed or opened. It never says what was inside. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'

  constructor(sealedName: string) {
    // No cause: whatever failed below had the plain text in its hands.
    super(`The seal of ${sealedName} does not hold`)
  }
}

/** Seals, and opens again to be sure, before anything older is replaced. Throws SealBroken. */
export function sealSurely(sealer: Sealer, name: string, plain: Buffer): string {
  const sealed = sealer.seal(name, plain)
  if (!sealer.open(name, sealed).equals(plain)) throw new SealBroken(name)
  return sealed
}

/** What was sealed, or null if the seal does not hold. */
export function openSealed(sealer: Sealer, name: string, sealed: string): Buffer | null {
  return orNull(() => sealer.open(name, sealed))
}

/** The outcome of sealing work, or null if a seal did not hold; other errors pass. */
export function orNull<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}
