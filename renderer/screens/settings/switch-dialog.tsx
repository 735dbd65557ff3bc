import { useTranslation } from 'react-i18next'
import type { ConnectionKind } from '../../../shared/connection'
import { isOpen } from '../../../shared/payment/actions'
import { till } from '../../bridge/till'
import { Dialog } from '../../parts/dialog'
import { FailureNotice } from '../../parts/failure-notice'
import { useSales } from '../../state/sales-store'
import { useTill } from '../../state/till-store'
import { useCall } from '../../state/use-call'

interface SwitchDialogProps {
  /** The connection to switch to, or null while nobody asks. */
  kind: ConnectionKind | null
  onClose: () => void
}

/** Asks before the till changes its far end: other payments are then on the screen. */
export function SwitchDialog({ kind, onClose }: SwitchDialogProps) {
  const { t } = useTranslation()
  const active = useTill(state => state.active)
  const open = useSales(({ byId }) => Object.values(byId).filter(isOpen).length)
  const { run, busy, failure } = useCall((chosen: ConnectionKind) =>
    till.connection.choose({ kind: chosen }),
  )
  const name = kind && t(`settings.kind.${kind}`)
  const from = active && t(`settings.kind.${active}`)
  const change = async () => {
    if (kind && (await run(kind))?.ok) onClose()
  }
  return (
    <Dialog
      open={kind !== null}
      onClose={onClose}
      title={t('settings.connection.switch.title', { kind: name })}
      text={
        <>
          {from && open > 0 && <p>{t('settings.connection.switch.open', { count: open, from })}</p>}
          {from && open === 0 && <p>{t('settings.connection.switch.none', { from })}</p>}
          {kind === 'production' && <b>{t('settings.connection.switch.real')}</b>}
        </>
      }
      confirm={t('settings.connection.switch.confirm', { kind: name })}
      busy={busy}
      onConfirm={change}
    >
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
