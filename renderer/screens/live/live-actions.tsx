import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import type { IconName } from '../../icons/icon-name'
import { Button } from '../../parts/button'
import { FailureNotice } from '../../parts/failure-notice'
import { type LiveAction, liveButtons } from './actions-of'
import styles from './live-actions.module.css'
import { ResolveDialog } from './resolve-dialog'
import { StopDialog } from './stop-dialog'
import { useLimits } from './use-limits'
import { useLiveAction } from './use-live-action'
import type { LiveMoment } from './use-moment'

const icons: Partial<Record<LiveAction, IconName>> = {
  'send-now': 'up',
  'try-again': 'up',
  'hand-over': 'goods',
  newSale: 'plus',
  withdraw: 'undo',
}

/** The next step, and what else is possible now. Main judges every press again. */
export function LiveActions({ sale, moment }: { sale: Sale; moment: LiveMoment }) {
  const { t } = useTranslation()
  const limits = useLimits(sale.channel)
  const [asking, setAsking] = useState<'stop' | 'resolve' | null>(null)
  const { run, running, failure, checked } = useLiveAction(sale)
  const { primary, others, apart } = liveButtons(sale, moment, limits)

  const press = (action: LiveAction) =>
    action === 'stop' || action === 'resolve' ? setAsking(action) : run(action)
  const button = (action: LiveAction, look: 'primary' | 'plain' | 'quiet') => (
    <Button
      key={action}
      look={look}
      icon={icons[action]}
      busy={running === action}
      onClick={() => press(action)}
    >
      {t(`live.action.${action}`)}
    </Button>
  )
  return (
    <footer className={styles.foot}>
      {failure && <FailureNotice failure={failure} />}
      {checked && <output className={styles.checked}>{checked}</output>}
      <div className={styles.actions}>
        {button(primary, 'primary')}
        {others.map(action => button(action, 'plain'))}
        {apart.length > 0 && (
          <span className={styles.apart}>{apart.map(action => button(action, 'quiet'))}</span>
        )}
      </div>
      <StopDialog sale={sale} open={asking === 'stop'} onClose={() => setAsking(null)} />
      <ResolveDialog sale={sale} open={asking === 'resolve'} onClose={() => setAsking(null)} />
    </footer>
  )
}
