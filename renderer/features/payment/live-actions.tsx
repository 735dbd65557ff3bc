import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resultOf } from '../../../shared/payment/result'
import type { Sale } from '../../../shared/payment/sale'
import { isTriedAgain } from '../../../shared/payment/status'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { EnterKey } from '../../ui/enter-key'
import { FailureNotice } from '../../ui/failure-notice'
import type { IconName } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import { type LiveAction, liveButtons } from './actions-of'
import { CashDialog, ResolveDialog, SendAgainDialog, StopDialog } from './live-dialogs'
import styles from './live-payment.module.css'
import { type AskedAction, isAsked, useLiveAction } from './use-live-action'
import type { LiveMoment } from './use-moment'

const icons: Partial<Record<LiveAction, IconName>> = {
  'send-now': 'up',
  'try-again': 'up',
  'send-again': 'up',
  'hand-over': 'goods',
  newSale: 'plus',
  withdraw: 'undo',
}

/** The next step, and what else is possible now. Main judges every press again. */
export function LiveActions({ sale, moment }: { sale: Sale; moment: LiveMoment }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<AskedAction | null>(null)
  const { run, running, failure, checked } = useLiveAction(sale, moment)
  const { primary, others, apart } = liveButtons(sale, moment)

  const retried = isTriedAgain(sale)
  const isPaid = resultOf(sale) === 'paid'
  useEnterForNewSale(isPaid && asking === null, () => run('newSale'))

  const press = (action: LiveAction) => (isAsked(action) ? setAsking(action) : run(action))
  const button = (action: LiveAction, look: 'primary' | 'plain') => (
    <Button
      key={action}
      look={look}
      icon={icons[action]}
      busy={running === action || (retried && action !== 'newSale')}
      onClick={() => press(action)}
    >
      {t(`live.action.${action}`)}
      {action === 'newSale' && isPaid && <EnterKey />}
    </Button>
  )
  return (
    <footer className={styles.foot}>
      {failure && <FailureNotice failure={failure} />}
      {checked && <output className={layout.muted}>{checked}</output>}
      <div className={classNames(layout.wrap3, styles.actions)}>
        {button(primary, 'primary')}
        {others.map(action => button(action, 'plain'))}
        {apart.length > 0 && (
          <span className={classNames(layout.wrap3, layout.end, styles.apart)}>
            {apart.map(action => button(action, 'plain'))}
          </span>
        )}
      </div>
      <CashDialog sale={sale} open={asking === 'take-cash'} onClose={() => setAsking(null)} />
      <SendAgainDialog sale={sale} open={asking === 'send-again'} onClose={() => setAsking(null)} />
      <StopDialog sale={sale} open={asking === 'stop'} onClose={() => setAsking(null)} />
      <ResolveDialog sale={sale} open={asking === 'resolve'} onClose={() => setAsking(null)} />
    </footer>
  )
}

/** An Enter that was on its way while PAID appeared is not meant for it, ms. */
const settling = 800

/** While `active`, Enter outside any field or button goes on to the next sale. */
function useEnterForNewSale(active: boolean, newSale: () => void): void {
  // The screen is drawn again each second: what an Enter does may change, since when it may not.
  const latest = useRef(newSale)
  latest.current = newSale
  useEffect(() => {
    if (!active) return
    const since = performance.now()
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.repeat || event.defaultPrevented) return
      if (performance.now() - since < settling || isControl(event.target)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [active])
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, input, a, dialog, [role]') !== null
}
