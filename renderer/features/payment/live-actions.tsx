import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { isTriedAgain } from '../../../shared/payment/status'
import type { LiveAction, Shown } from '../../sale-status/presenter'
import {
  PrintButton,
  ReceiptMessage,
  SavePdfButton,
  useReceipt,
} from '../../sale-status/receipt-bar'
import { useSilent } from '../../stores/others-silent'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { EnterKey } from '../../ui/enter-key'
import { FailureNotice } from '../../ui/failure-notice'
import type { IconName } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import { CashDialog, ResolveDialog, SendAgainDialog, StopDialog } from './live-dialogs'
import styles from './live-payment.module.css'
import { useEnterOnPaid } from './use-enter-on-paid'
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

/** The push of this sale may be the second one on the customer's phone. */
function OthersSilent({ saleId }: { saleId: string }) {
  const { t } = useTranslation()
  const till = useSilent(saleId)
  if (till === undefined) return null
  return (
    <output className={layout.muted}>
      {till === null ? t('live.othersNotAsked') : t('live.otherTillToo', { till })}
    </output>
  )
}

interface LiveActionsProps {
  sale: Sale
  moment: LiveMoment
  shown: Shown
}

/** The next step, and what else is possible now. Main judges every press again. */
export function LiveActions({ sale, moment, shown }: LiveActionsProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<AskedAction | null>(null)
  const { run, running, failure, notAsked, checked } = useLiveAction(sale, moment)
  const { primary, others, apart } = shown
  const receipt = useReceipt(sale)

  const retried = isTriedAgain(sale)
  const isPaid = shown.name === 'paid'
  const press = (action: LiveAction) => (isAsked(action) ? setAsking(action) : run(action))
  useEnterOnPaid(isPaid && asking === null && running === null, () => press(primary))

  const button = (action: LiveAction, variant: 'primary' | 'plain' | 'quiet') => (
    <Button
      key={action}
      variant={variant}
      icon={variant === 'quiet' ? undefined : icons[action]}
      busy={running === action || (retried && action !== 'newSale')}
      onClick={() => press(action)}
    >
      {t(`live.action.${action}`)}
      {isPaid && action === primary && <EnterKey />}
    </Button>
  )
  return (
    <footer className={styles.foot}>
      <div className={styles.said}>
        {failure && <FailureNotice failure={failure} />}
        {notAsked && <output className={layout.muted}>{t('live.othersNotAsked')}</output>}
        <OthersSilent saleId={sale.id} />
        {checked && <output className={layout.muted}>{checked}</output>}
        {receipt && <ReceiptMessage receipt={receipt} />}
      </div>
      <div className={classNames(layout.wrap3, styles.actions)} data-paid={isPaid || undefined}>
        <span className={classNames(layout.wrap3, styles.next)}>
          {button(primary, 'primary')}
          {receipt && <PrintButton receipt={receipt} />}
          {!isPaid && others.map(action => button(action, 'plain'))}
        </span>
        {(isPaid || apart.length > 0) && (
          <span className={classNames(layout.wrap3, layout.end, styles.apart)}>
            {isPaid && others.map(action => button(action, 'quiet'))}
            {receipt && <SavePdfButton receipt={receipt} variant="quiet" />}
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
