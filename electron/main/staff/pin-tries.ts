import type { Person } from '../../../shared/person'
import type { AuditLog } from '../audit-log/audit-log'
import { freeTries, type Lockouts, pauseAfter } from '../vault/lockouts'
import type { KeptPeople } from './kept-people'
import { pinFits } from './pin-lock'
import type { KeptPerson } from './staff-document'
import { staffFacts } from './staff-evidence'

/** What became of a PIN that was typed. */
export type PinTry =
  | { result: 'right'; person: KeptPerson }
  /** How many more wrong ones there may be before a pause; when there are none, how long it is, ms. */
  | { result: 'wrong'; triesLeft: number; pauseMs: number }
  | { result: 'paused'; pauseMs: number }
  | { result: 'no-such-person' }

interface PinTriesDeps {
  kept: Pick<KeptPeople, 'people' | 'find' | 'saveTries'>
  lockouts: Lockouts
  auditLog: Pick<AuditLog, 'write'>
  /** A person's pause has begun or is over. */
  changed: () => void
}

/**
 * Tries PINs, one at a time. A try is counted on the disk before it is judged: a person who pulls the plug
 * on a wrong answer has used it up. A wrong one that cannot be put on the audit log is not answered: a right
 * one lets nobody in then either.
 */
export function createPinTries(deps: PinTriesDeps): (id: string, pin: string) => Promise<PinTry> {
  const { kept, lockouts, auditLog } = deps
  let last: Promise<unknown> = Promise.resolve()

  async function tryPin(id: string, pin: string): Promise<PinTry> {
    const before = kept.find(id)
    if (!before) return { result: 'no-such-person' }
    const left = lockouts.left(id)
    if (left > 0) return { result: 'paused', pauseMs: left }
    const wrong = before.wrong + 1
    const counted = { ...before, wrong, pausing: pauseAfter(wrong) > 0 }
    kept.saveTries(counted)
    const right = await pinFits(pin, counted.pin)
    const now = kept.find(id)
    // Removed, or given another PIN, while this one was being tried: it opens nothing any more.
    if (!now || now.pin !== counted.pin) return { result: 'no-such-person' }
    return right ? letIn(now) : refuse(now)
  }

  function letIn(person: KeptPerson): PinTry {
    const clean = { ...person, wrong: 0, pausing: false }
    kept.saveTries(clean)
    return { result: 'right', person: clean }
  }

  function refuse(person: KeptPerson): PinTry {
    const { wrong } = person
    lockouts.begin(person)
    const pauseMs = lockouts.left(person.id)
    const detail = {
      wrong,
      pauseSeconds: Math.round(pauseMs / 1_000),
      ...staffFacts(kept.people()),
    }
    auditLog.write(pauseMs > 0 ? 'pin-paused' : 'pin-wrong', asPerson(person), detail)
    deps.changed()
    return { result: 'wrong', triesLeft: Math.max(0, freeTries - wrong), pauseMs }
  }

  return (id, pin) => {
    const next = last.then(() => tryPin(id, pin))
    last = next.catch(() => undefined) // the failure of an earlier one is its own caller's
    return next
  }
}

/** What goes on a record: the id and the name of now. */
export function asPerson({ id, name }: Person): Person {
  return { id, name }
}
