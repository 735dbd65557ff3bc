import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/ipc/result'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import { Icon } from '../../ui/icons/icon'
import styles from './save-bar.module.css'

interface SaveBarProps {
  busy: boolean
  /** It was saved, and nothing was changed since. */
  done: boolean
  failure: Failure | null
  /** A short form behind something else stays at its own end: in sight, its button would seem to be the other's. */
  short?: boolean
}

/** The end of a form of settings: save, and what became of it. */
export function SaveBar({ busy, done, failure, short }: SaveBarProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.bar} data-short={short}>
      {failure && <FailureNotice failure={failure} />}
      <div className={styles.line}>
        <Button type="submit" look="primary" busy={busy}>
          {t('app.save')}
        </Button>
        <output className={styles.done}>
          {done && (
            <>
              <Icon name="check" size="s" />
              {t('app.saved')}
            </>
          )}
        </output>
      </div>
    </div>
  )
}
