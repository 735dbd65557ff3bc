import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortestBackupPassphrase } from '../../../../shared/backup'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { Dialog } from '../../../ui/dialog'
import { FailureNotice } from '../../../ui/failure-notice'
import { Field } from '../../../ui/field'
import { OwnerProof } from '../../../ui/owner-proof'

const count = shortestBackupPassphrase

interface MakeDialogProps {
  /** Each day from now on, or once. */
  isDaily: boolean
  onClose: () => void
  /** Where the file is. */
  onMade: (file: string) => void
}

/** The recovery code opens a backup; a till without one asks for a passphrase. Where the file goes is chosen in the computer's own dialog. */
export function MakeDialog({ isDaily, onClose, onMade }: MakeDialogProps) {
  const { t } = useTranslation()
  const hasCode = useTill(({ protection }) => protection.recoveryMadeAt !== null)
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [proof, setProof] = useState('')
  const [pressed, setPressed] = useState(false)
  const call = isDaily ? till.backup.beginDaily : till.backup.save
  const { run, busy, failure } = useCall(() => call({ passphrase, proof }))
  const isShort = Array.from(passphrase.normalize('NFKC')).length < count
  const isDifferent = passphrase !== again
  const make = async () => {
    setPressed(true)
    if (!hasCode && (isShort || isDifferent)) return
    const made = await run()
    if (made?.ok && made.value !== null) onMade(made.value)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isDaily ? 'backup.card.begin' : 'backup.card.make')}
      text={
        <>
          <p>{t(isDaily ? 'backup.make.textDaily' : 'backup.make.text')}</p>
          <p>{t(hasCode ? 'backup.make.byCode' : 'backup.make.byPassphrase')}</p>
        </>
      }
      confirm={t('backup.make.choose')}
      busy={busy}
      onConfirm={make}
    >
      {!hasCode && (
        <>
          <Field
            label={t('backup.make.new')}
            type="password"
            autoComplete="new-password"
            value={passphrase}
            maxLength={500}
            hint={t('passphrase.hint', { count })}
            error={pressed && isShort ? t('passphrase.hint', { count }) : null}
            onChange={event => setPassphrase(event.target.value)}
          />
          <Field
            label={t('passphrase.again')}
            type="password"
            autoComplete="new-password"
            value={again}
            maxLength={500}
            error={pressed && !isShort && isDifferent ? t('app.different') : null}
            onChange={event => setAgain(event.target.value)}
          />
        </>
      )}
      <OwnerProof value={proof} onChange={setProof} />
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
