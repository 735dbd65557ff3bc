import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { success } from '../../../shared/ipc/result'
import type { OpenSaleInExport } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { useAnswer } from '../../hooks/use-answer'
import { OpenSalesFound } from '../../sale-status/sale-parts'
import { Answered } from '../../ui/answered'
import { CallDialog } from '../../ui/call-dialog'

interface StartEmptyDialogProps {
  title: string
  /** Why this is the way to go on. */
  why?: ReactNode
  onClose: () => void
}

/** The last way: all that the till has is renamed, and it starts empty. Says which payments are open before. */
export function StartEmptyDialog({ title, why, onClose }: StartEmptyDialogProps) {
  const { t } = useTranslation()
  const open = useAnswer(readOpen, 'open')
  return (
    <CallDialog
      onClose={onClose}
      title={title}
      text={
        <>
          {why}
          <p>{t('closed.startEmpty.text')}</p>
        </>
      }
      confirm={t('closed.startEmpty.confirm')}
      danger
      // Nothing is renamed before it was said what is open.
      call={() => (open.value === null ? null : till.key.startEmpty())}
    >
      <Answered of={open}>{({ sales }) => <OpenPayments found={sales} />}</Answered>
    </CallDialog>
  )
}

/** In an object: that nothing can be read is an answer too. */
async function readOpen() {
  const answer = await till.key.openPayments()
  return answer.ok ? success({ sales: answer.value }) : answer
}

/** `found`: null where nothing opens the ledgers. */
function OpenPayments({ found }: { found: readonly OpenSaleInExport[] | null }) {
  const { t } = useTranslation()
  if (found === null) return <p>{t('closed.startEmpty.unknown')}</p>
  if (found.length === 0) return <p>{t('staff.lock.watched', { count: 0 })}</p>
  return (
    <>
      <p>{t('blocked.rescue.openSales')}</p>
      <OpenSalesFound sales={found} />
    </>
  )
}
