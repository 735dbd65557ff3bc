import { useTranslation } from 'react-i18next'
import type { StaffTile } from '../../../shared/ipc/till-state'
import { formatSeconds } from '../../i18n/countdown'
import { usePause } from '../../stores/use-staff'
import layout from '../../ui/layout.module.css'
import styles from './access.module.css'

interface PersonTileProps {
  person: StaffTile
  /** The key that chooses this person; shown for the nine that have one. */
  digit: number
  onChoose: () => void
}

/** One person on the lock screen, large enough to hit in a hurry. */
export function PersonTile({ person, digit, onChoose }: PersonTileProps) {
  const { t } = useTranslation()
  const pause = usePause(person)
  return (
    <button type="button" className={styles.tile} onClick={onChoose}>
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
