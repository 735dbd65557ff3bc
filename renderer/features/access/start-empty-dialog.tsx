import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenPaymentInExport } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { useAnswer } from '../../hooks/use-answer'
import { OpenPaymentsFound } from '../../sale-status/payment-parts'
import { typedText } from '../../typing/typed-text'
import { Answered } from '../../ui/answered'
import { CallDialog } from '../../ui/call-dialog'
import { Field } from '../../ui/field'

interface StartEmptyDialogProps {
  title: string
  /** Why this is the way to go on. */
  why?: ReactNode
  onClose: () => void
}

/**
 * The last way, behind a word that is typed: all that the till has is moved to a folder, which the dialog names, and it
 * starts empty. Says which payments are open before.
 */
export function StartEmptyDialog({ title, why, onClose }: StartEmptyDialogProps) {
  const { t } = useTranslation()
  const here = useAnswer(till.key.openPayments, 'open')
  const [typed, setTyped] = useState('')
  const [pressed, setPressed] = useState(false)
  const word = t('closed.startEmpty.word')
  const isTyped = typed.trim().toLowerCase() === word
  const start = () => {
    setPressed(true)
    // Nothing is moved before it was said what is open.
    return here.value === null || !isTyped ? null : till.key.startEmpty()
  }
  return (
    <CallDialog
      onClose={onClose}
      title={title}
      text={why}
      confirm={t('closed.startEmpty.confirm')}
      danger
      call={start}
    >
      <Answered of={here}>
        {({ folder, open }) => (
          <>
            <p>{t('closed.startEmpty.text', { folder })}</p>
            <OpenPayments found={open} />
          </>
        )}
      </Answered>
      <Field
        label={t('closed.startEmpty.type', { word })}
        autoComplete="off"
        value={typed}
        maxLength={40}
        error={pressed && !isTyped ? t('closed.startEmpty.type', { word }) : null}
        onChange={event => setTyped(typedText(event))}
      />
    </CallDialog>
  )
}

/** `found`: null where nothing opens the ledgers. */
function OpenPayments({ found }: { found: readonly OpenPaymentInExport[] | null }) {
  const { t } = useTranslation()
  if (found === null) return <p>{t('closed.startEmpty.unknown')}</p>
  if (found.length === 0) return <p>{t('staff.lock.watched', { count: 0 })}</p>
  return (
    <>
      <p>{t('blocked.rescue.openSales')}</p>
      <OpenPaymentsFound payments={found} />
    </>
  )
}
