import { describe, expect, it } from 'vitest'
import { ClockNotice } from '../../../../electron/main/platform/clock-notice'
import {
  clockFault,
  type KnownTimes,
  type NewestRecord,
} from '../../../../electron/main/platform/wrong-clock'
import { listeningLog } from '../../../support/parts'
import { createVirtualClock } from '../../../support/payments/clock'

const now = Date.UTC(2026, 10, 27, 12)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

const nothing: KnownTimes = {
  builtAt: now - 30 * day,
  serviceTime: null,
  databaseTime: null,
  isCertificateTooNew: false,
  newest: null,
}

function causeAt(wall: number, known: Partial<KnownTimes> = {}, acknowledged = 0) {
  return clockFault({ ...nothing, ...known, wall, acknowledged })?.cause ?? null
}

const recorded = (at: number, serviceAt: number | null = null): NewestRecord => ({ at, serviceAt })

describe('a wrong clock', () => {
  it.each([
    ['1970, the battery is empty', 0, {}, 'before-build'],
    ['ten years behind', now - 10 * year, { isCertificateTooNew: true }, 'before-build'],
    ['a month behind', now - 20 * day, { isCertificateTooNew: true }, 'certificate'],
    ['an hour behind: the zone', now - hour, { serviceTime: now }, 'service'],
    ['20 years ahead', now + 20 * year, { serviceTime: now }, 'service'],
    ['two hours ahead', now + 2 * hour, { databaseTime: now }, 'database'],
    ['yesterday', now - day, { newest: recorded(now, now - hour) }, 'newest-payment'],
    ['or it was wrong', now - day, { newest: recorded(now) }, 'newest-record'],
  ] as const)('%s', (_name, wall, known, cause) => {
    expect(causeAt(wall, known)).toBe(cause)
  })

  it.each([
    ['nothing known', now, {}],
    ['minutes apart', now + 10 * minute, { serviceTime: now }],
    [
      'the service agrees: the records are wrong',
      now,
      { serviceTime: now, newest: recorded(now + year) },
    ],
    [
      'the database agrees, a certificate is from the future',
      now,
      { databaseTime: now, isCertificateTooNew: true },
    ],
    ['the newest payment a while ago', now, { newest: recorded(now - day, now - day) }],
    ['built on a computer that is some hours ahead', now, { builtAt: now + 5 * hour }],
  ] as const)('none: %s', (_name, wall, known) => {
    expect(causeAt(wall, known)).toBeNull()
  })

  it('records that a person called wrong say nothing, later ones do', () => {
    const newest = recorded(now + year)
    expect(causeAt(now, { newest }, now + year)).toBeNull()
    expect(causeAt(now, { newest }, now + year - 1)).toBe('newest-record')
  })
})

/** A notice on a clock that a test sets, and what the till knows. */
function notice(kept: { document: object | null } = { document: null }) {
  const clock = createVirtualClock()
  const known = { ...nothing, builtAt: 0 }
  const told: (string | null)[] = []
  const { log } = listeningLog()
  const made = new ClockNotice({
    clock,
    log,
    store: { read: () => kept.document, write: document => (kept.document = document) },
    known: () => known,
    changed: () => told.push(made.view()?.cause ?? null),
  })
  made.start()
  return { clock, known, told, kept, made }
}

describe('the till', () => {
  it('says it until the clock is right', async () => {
    const { clock, known, told, made } = notice()
    known.serviceTime = clock.wall() + 3 * hour
    await clock.pass(minute)
    expect(made.view()).toMatchObject({ cause: 'service', than: known.serviceTime })
    known.serviceTime = clock.wall()
    await clock.pass(minute)
    expect(made.view()).toBeNull()
    expect(told.at(-1)).toBeNull()
    const said = told.length
    await clock.pass(10 * minute)
    expect(told, 'a right clock says nothing').toHaveLength(said)
  })

  it('does not say again what a person acknowledged, also after a start', async () => {
    const first = notice()
    first.known.newest = recorded(first.clock.wall() + year)
    await first.clock.pass(minute)
    expect(first.made.view()?.cause).toBe('newest-record')
    first.made.acknowledge()
    expect(first.made.view()).toBeNull()
    const second = notice(first.kept)
    second.known.newest = first.known.newest
    await second.clock.pass(minute)
    expect(second.made.view()).toBeNull()
  })

  it('does not let a person acknowledge a clock that is surely wrong', async () => {
    const { clock, known, made, kept } = notice()
    known.serviceTime = clock.wall() + year
    await clock.pass(minute)
    made.acknowledge()
    expect(made.view()?.cause).toBe('service')
    expect(kept.document).toBeNull()
  })
})
