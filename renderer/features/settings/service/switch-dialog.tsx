import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionKind, ServiceKind } from '../../../../shared/connection'
import { isOpen } from '../../../../shared/payment/actions'
import { till } from '../../../bridge/till'
import { usePayments } from '../../../stores/payments-store'
import { useTill } from '../../../stores/till-store'
import { show } from '../../../stores/view-store'
import { CallDialog } from '../../../ui/call-dialog'
import { Dialog } from '../../../ui/dialog'

interface SwitchDialogProps {
  kind: ConnectionKind
  onClose: () => void
}

/** Asks before the till uses another connection, or says why it cannot do that now. */
export function SwitchDialog({ kind, onClose }: SwitchDialogProps) {
  const { t } = useTranslation()
  const openNow = useOpenPayments()
  // As it was opened: the button of one question must not become that of the other.
  const [open] = useState(openNow)
  const name = t(`settings.kind.${kind}`)
  // Main would refuse as well: the till would stop watching open payments.
  if (open !== null) {
    const from = t(`settings.kind.${open.kind}`)
    return (
      <Dialog
        onClose={onClose}
        title={t('settings.connection.switch.refused.title', { from })}
        text={
          <>
            <p>{t('settings.connection.switch.refused.text', { count: open.count, from })}</p>
            <p>{t('errorNext.paymentsOpen')}</p>
          </>
        }
        confirm={t('settings.connection.switch.refused.show')}
        onConfirm={() => show({ name: 'payments' })}
      />
    )
  }
  return (
    <CallDialog
      onClose={onClose}
      title={t('settings.connection.switch.title', { kind: name })}
      text={
        <>
          <LeftBehind />
          {kind === 'production' && <b>{t('settings.connection.switch.real')}</b>}
        </>
      }
      confirm={t('settings.connection.use', { kind: name })}
      call={() => till.connection.choose({ kind })}
    />
  )
}

/** What happens to the payments of the connection in use. */
function LeftBehind() {
  const { t } = useTranslation()
  const active = useTill(state => state.active)
  const sells = useTill(state => state.stage.name === 'selling')
  const count = usePayments(({ byId }) => Object.values(byId).filter(isOpen).length)
  if (active === null) return null
  const from = t(`settings.kind.${active}`)
  if (!sells && active !== 'practice')
    return <p>{t('settings.connection.switch.unread', { from })}</p>
  if (count === 0) return <p>{t('staff.lock.watched', { count })}</p>
  return <p>{t('settings.connection.switch.open', { count, from })}</p>
}

/**
 * How many payments of the real connection in use are open, or null where there is none. Main counts again
 * before it switches: this is what the screen says beforehand.
 */
export function useOpenPayments(): { kind: ServiceKind; count: number } | null {
  const active = useTill(state => state.active)
  const byId = usePayments(store => store.byId)
  return useMemo(() => {
    if (active === null || active === 'practice') return null
    const count = Object.values(byId).filter(isOpen).length
    return count === 0 ? null : { kind: active, count }
  }, [active, byId])
}
