import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortestBackupPassphrase } from '../../../../shared/passphrase'
import { till } from '../../../bridge/till'
import { formatMoment } from '../../../i18n/clock-time'
import { useTill } from '../../../stores/till-store'
import { Button } from '../../../ui/button'
import { CallButton } from '../../../ui/call-button'
import { CallDialog } from '../../../ui/call-dialog'
import layout from '../../../ui/layout.module.css'
import { NewSecret, useNewPassphrase } from '../../../ui/new-secret'
import { Notice } from '../../../ui/notice'
import { Group } from '../group'
import { RestoreDialog } from './restore-dialog'

/** Encrypted copies of the till, and going on from one: for the owner alone. */
export function BackupCard() {
  const { t, i18n } = useTranslation()
  const { folder, lastAt } = useTill(state => state.backup)
  const [asking, ask] = useState<'once' | 'daily' | 'restore' | null>(null)
  const [made, setMade] = useState<string | null>(null)
  const open = (what: typeof asking) => {
    setMade(null)
    ask(what)
  }
  const close = () => ask(null)
  return (
    <Group title={t('backup.card.title')} text={t('backup.card.text')}>
      {folder !== null && (
        <p className={layout.path}>
          {t('backup.card.daily', { folder })}{' '}
          {lastAt !== null && t('backup.card.last', { time: formatMoment(lastAt, i18n.language) })}
        </p>
      )}
      <div className={layout.wrap3}>
        <Button icon="save" onClick={() => open('once')}>
          {t('backup.card.make')}
        </Button>
        {folder !== null ? (
          <CallButton call={till.backup.endDaily}>{t('backup.card.end')}</CallButton>
        ) : (
          <Button onClick={() => open('daily')}>{t('backup.card.begin')}</Button>
        )}
        <Button onClick={() => open('restore')}>{t('backup.card.restore')}</Button>
      </div>
      {made !== null && (
        <Notice tone="brand" icon="check" title={t('backup.card.made')}>
          <p className={layout.path}>{made}</p>
          <CallButton call={till.backup.showInFolder}>{t('app.showFile')}</CallButton>
        </Notice>
      )}
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

interface MakeDialogProps {
  isDaily: boolean
  onClose: () => void
  onMade: (file: string) => void
}

/** The recovery code opens a backup; a till without one asks for a passphrase. Where the file goes is chosen in the computer's own dialog. */
function MakeDialog({ isDaily, onClose, onMade }: MakeDialogProps) {
  const { t } = useTranslation()
  const hasCode = useTill(({ protection }) => protection.recoveryMadeAt !== null)
  const { read, fields } = useNewPassphrase(shortestBackupPassphrase)
  const call = isDaily ? till.backup.beginDaily : till.backup.save
  const make = () => {
    const passphrase = hasCode ? '' : read()
    return passphrase === null ? null : call({ passphrase })
  }
  return (
    <CallDialog
      onClose={onClose}
      goesOn
      title={t(isDaily ? 'backup.card.begin' : 'backup.card.make')}
      text={
        <>
          <p>{t(isDaily ? 'backup.make.textDaily' : 'backup.make.text')}</p>
          <p>{t(hasCode ? 'backup.make.byCode' : 'backup.make.byPassphrase')}</p>
        </>
      }
      confirm={t('backup.make.choose')}
      call={make}
      // Null: no place was chosen for the file.
      onDone={file => file !== null && onMade(file)}
    >
      {!hasCode && <NewSecret label={t('backup.make.new')} {...fields} />}
    </CallDialog>
  )
}
