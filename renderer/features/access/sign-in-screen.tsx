import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LockedResult, LockReason, StaffTile } from '../../../shared/ipc/till-state'
import { statusOfResult } from '../../../shared/payment/result'
import { till } from '../../bridge/till'
import { formatSeconds } from '../../i18n/countdown'
import { amountText } from '../../sale-status/payment-text'
import { openGuide } from '../../stores/guide-store'
import { useTill } from '../../stores/till-store'
import { usePause, usePeople } from '../../stores/use-staff'
import { physicalDigit } from '../../typing/physical-key'
import { Button } from '../../ui/button'
import { CallDialog, Paragraphs } from '../../ui/call-dialog'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import { PageTitle } from '../../ui/page'
import styles from './access.module.css'
import { huesOf, initialsOf } from './initials'
import { LockHead } from './lock-head'
import { PinEntry } from './pin-entry'
import { StartEmptyDialog } from './start-empty-dialog'

interface SignInScreenProps {
  why: LockReason
  /** How many payments go on. */
  watched: number
  results: readonly LockedResult[]
}

/** The locked till: its shop, who may sign in, and that the payments go on. */
export function SignInScreen({ why, watched, results }: SignInScreenProps) {
  const { t } = useTranslation()
  const people = usePeople()
  const [chosen, setChosen] = useState<string | null>(null)
  const [forgotten, setForgotten] = useState(false)
  const hasProof = useTill(state => state.protection.hasProof)
  const ForgottenDialog = hasProof ? RemoveAllDialog : NoProofDialog
  const hues = huesOf(people.map(({ name }) => name))
  const alone = people.length === 1 ? people[0] : undefined
  const person = people.find(({ id }) => id === chosen) ?? alone
  // With the names, not a moment later: the digit may be pressed as soon as they are seen.
  useLayoutEffect(() => (person ? undefined : chooseByDigit(people, setChosen)), [people, person])
  return (
    <div className={styles.window}>
      <LockHead />
      <main className={styles.middle}>
        {person ? (
          <PinEntry
            key={person.id}
            person={person}
            onOther={alone ? null : () => setChosen(null)}
          />
        ) : (
          <>
            <PageTitle className={styles.title}>{t('staff.lock.title')}</PageTitle>
            <p className={styles.why}>{t(`staff.lock.why.${why}`)}</p>
            <ul className={styles.people} aria-label={t('settings.group.people.title')}>
              {people.map((each, index) => (
                <li key={each.id}>
                  <PersonTile
                    person={each}
                    digit={index + 1}
                    hue={hues[index] ?? 1}
                    onChoose={() => setChosen(each.id)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </main>
      <footer className={styles.foot}>
        {results.length > 0 && (
          <output className={styles.results}>
            {results.map(({ result, amount }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: results have no id here, and hold no state
              <b key={index}>
                {t(`status.${statusOfResult[result]}`)} {amountText(amount)}
              </b>
            ))}
          </output>
        )}
        <output className={styles.watched}>
          <Icon name="clock" size="s" />
          {t('staff.lock.watched', { count: watched })}
        </output>
        <Button variant="quiet" onClick={() => openGuide('lost-pin')}>
          {t('help.more')}
        </Button>
        <Button variant="quiet" onClick={() => setForgotten(true)}>
          {t('staff.lock.forgotten')}
        </Button>
      </footer>
      {forgotten && <ForgottenDialog onClose={() => setForgotten(false)} />}
    </div>
  )
}

/** The first nine are one key away. */
function chooseByDigit(people: readonly { id: string }[], choose: (id: string) => void) {
  const press = (event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLInputElement
    const person = typing ? undefined : people[Number(physicalDigit(event)) - 1]
    if (!person) return
    // Or the digit would be the first of the PIN.
    event.preventDefault()
    choose(person.id)
  }
  window.addEventListener('keydown', press)
  return () => window.removeEventListener('keydown', press)
}

interface PersonTileProps {
  person: StaffTile
  /** The key that chooses this person; shown for the nine that have one. */
  digit: number
  /** Of the colours that tell people apart (tokens.css). */
  hue: number
  onChoose: () => void
}

/** One person on the lock screen, large enough to hit in a hurry. */
function PersonTile({ person, digit, hue, onChoose }: PersonTileProps) {
  const { t } = useTranslation()
  const pause = usePause(person)
  return (
    <button type="button" className={styles.tile} onClick={onChoose}>
      <span
        className={styles.initials}
        style={{ background: `var(--hue-${hue})` }}
        aria-hidden="true"
      >
        {initialsOf(person.name)}
      </span>
      <span className={styles.tileName}>{person.name}</span>
      <span className={layout.muted}>
        {pause > 0
          ? t('staff.lock.waits', { time: formatSeconds(pause) })
          : t(`staff.role.${person.role}`)}
      </span>
      {digit <= 9 && (
        <span className={styles.digit} aria-hidden="true">
          {digit}
        </span>
      )}
    </button>
  )
}

/** What helps who has forgotten a PIN: an owner, or where none can get in, what only the owner has. */
function RemoveAllDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <CallDialog
      onClose={onClose}
      title={t('staff.lock.forgottenTitle')}
      text={<Paragraphs of={[t('staff.lock.forgottenText'), t('staff.lock.forgottenOwner')]} />}
      confirm={t('staff.startOver.confirm')}
      danger
      call={() => till.staff.startOver({})}
    />
  )
}

/** Nothing can prove an owner here: the people go only with all else that the till has. */
function NoProofDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const why = <Paragraphs of={[t('staff.lock.forgottenText'), t('staff.lock.forgottenEmpty')]} />
  return <StartEmptyDialog title={t('staff.lock.forgottenTitle')} why={why} onClose={onClose} />
}
