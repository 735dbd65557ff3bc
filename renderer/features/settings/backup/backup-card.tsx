import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { formatMoment } from '../../../i18n/day'
import { useTill } from '../../../stores/till-store'
import { useMay } from '../../../stores/use-staff'
import { Button } from '../../../ui/button'
import { FailureNotice } from '../../../ui/failure-notice'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice'
import { Group } from '../group'
import styles from './backup.module.css'
import { MakeDialog } from './make-dialog'
import { RestoreDialog } from './restore-dialog'

/** Encrypted copies of the till, and going on from one: for the owner alone. */
export function BackupCard() {
  const { t } = useTranslation()
  const isOwner = useMay('owner')
  const hasDaily = useTill(state => state.backup.folder !== null)
  const [asking, ask] = useState<'once' | 'daily' | 'restore' | null>(null)
  const [made, setMade] = useState<string | null>(null)
  const ending = useCall(() => till.backup.endDaily())
  if (!isOwner) return null
  const open = (what: typeof asking) => {
    setMade(null)
    ask(what)
  }
  const close = () => ask(null)
  return (
    <Group title={t('backup.card.title')} text={t('backup.card.text')}>
      <Daily />
      <div className={layout.wrap3}>
        <Button icon="save" onClick={() => open('once')}>
          {t('backup.card.make')}
        </Button>
        {hasDaily ? (
          <Button busy={ending.busy} onClick={ending.run}>
            {t('backup.card.end')}
          </Button>
        ) : (
          <Button onClick={() => open('daily')}>{t('backup.card.begin')}</Button>
        )}
        <Button onClick={() => open('restore')}>{t('backup.card.restore')}</Button>
      </div>
      {ending.failure && <FailureNotice failure={ending.failure} />}
      {made !== null && <Made file={made} />}
      {(asking === 'once' || asking === 'daily') && (
        <MakeDialog
          isDaily={asking === 'daily'}
          onClose={close}
          onMade={file => {
            setMade(file)
            close()
          }}
        />
      )}
      {asking === 'restore' && <RestoreDialog onClose={close} />}
    </Group>
  )
}

/** Where the daily backup goes, and when the last one was made. */
function Daily() {
  const { t, i18n } = useTranslation()
  const { folder, lastAt } = useTill(state => state.backup)
  if (folder === null) return null
  return (
    <p className={styles.path}>
      {t('backup.card.daily', { folder })}{' '}
      {lastAt !== null && t('backup.card.last', { time: formatMoment(lastAt, i18n.language) })}
    </p>
  )
}

function Made({ file }: { file: string }) {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.backup.showInFolder())
  return (
    <Notice tone="paid" icon="check" title={t('backup.card.made')}>
      <p className={styles.path}>{file}</p>
      <Button busy={busy} onClick={run}>
        {t('app.showFile')}
      </Button>
      {failure && <FailureNotice failure={failure} />}
    </Notice>
  )
}
