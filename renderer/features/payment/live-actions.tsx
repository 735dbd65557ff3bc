import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTriedAgain } from '../../../shared/payment/status'
import { useKeys } from '../../hooks/use-keys'
import { useSettled } from '../../hooks/use-settled'
import { GiveBackDialog } from '../../sale-status/give-back'
import {
  PrintButton,
  ReceiptMessage,
  SavePdfButton,
  SendButton,
  SendToNumberButton,
  useReceipt,
} from '../../sale-status/receipt-bar'
import { ResolveDialog } from '../../sale-status/resolve-dialog'
import type { LiveAction } from '../../sale-status/screen-content'
import { UndoButton, useUndo } from '../../sale-status/undo-button'
import { useSilent } from '../../stores/others-silent'
import { show, useView } from '../../stores/view-store'
import { noteChange, noteOpened } from '../../typing/enter-press'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { FailureNotice } from '../../ui/failure-notice'
import type { IconName } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import { CashDialog, SendAgainDialog, StopDialog } from './live-dialogs'
import styles from './live-payment.module.css'
import { type AskedAction, isAsked, takesEnter, useLiveAction } from './use-live-action'
import type { LiveProps } from './use-moment'

const icons: Partial<Record<LiveAction, IconName>> = {
  'send-now': 'up',
  'try-again': 'up',
  'send-again': 'up',
  'hand-over': 'goods',
  'give-back': 'refund',
  newSale: 'plus',
  withdraw: 'undo',
}

/** The push of this payment may be the second one on the customer's phone. */
function OthersSilent({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation()
  const till = useSilent(paymentId)
  if (till === undefined) return null
  return (
    <output className={layout.muted}>
      {till === null ? t('live.othersNotAsked') : t('live.otherTillToo', { till })}
    </output>
  )
}

/** The next step, and what else is possible now. Main judges every press again. */
export function LiveActions({ payment, moment, shown }: LiveProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<AskedAction | null>(null)
  const dialog = { payment, onClose: () => setAsking(null) }
  // One id for all presses of that dialog: two of them are one payment (money rule 3).
  const [draftId] = useState(() => crypto.randomUUID())
  const { run, running, failure, notAsked, checked } = useLiveAction(payment, moment)
  const isFromCashUp = useView(({ view }) => view.name === 'live' && view.from === 'cashUp')
  const { primary, others, apart, beside } = shown
  const receipt = useReceipt(payment)
  const undo = useUndo(payment)
  const [channel, ...channels] = receipt?.channels ?? []
  const [more, setMore] = useState(false)
  const moreId = useId()
  const moreButton = useRef<HTMLButtonElement>(null)
  // What is over, or nearly, has one next step: the rest is a press away. What a person owes stays in sight.
  const folds = receipt !== null || shown.name === 'expired'
  const rest = [...others, ...apart]
  const alongside = folds ? rest.filter(action => beside.includes(action)) : others
  const folded = folds ? rest.filter(action => !beside.includes(action)) : []
  const isBesideResults = !folds && apart.length === 0

  const retried = isTriedAgain(payment)
  // A result replaces these buttons: a press that was meant for the old ones must not hand goods over.
  const settled = useSettled([payment.id, primary, ...alongside].join(' '))
  const isPaid = shown.name === 'paid'
  const fold = () => {
    setMore(false)
    moreButton.current?.focus()
  }
  useKeys(more ? { Escape: fold } : {})
  const press = (action: LiveAction) => (isAsked(action) ? setAsking(action) : run(action))
  const state = [payment.id, shown.name, primary].join(' ')
  // Whenever the screen says or offers something else; a person who has just opened it knows what they see.
  const before = useRef(state)
  useLayoutEffect(() => {
    if (before.current !== state) noteChange()
    before.current = state
  }, [state])
  // Gone, also where the till is locked: what a person types then is meant.
  useLayoutEffect(() => noteOpened, [])

  const button = (action: LiveAction, variant: 'primary' | 'plain') => (
    <Button
      key={action}
      variant={variant}
      icon={action === 'newSale' && isFromCashUp ? 'arrowLeft' : icons[action]}
      enter={action === primary && takesEnter(action, isPaid)}
      busy={!settled || running === action || (retried && action !== 'newSale')}
      onClick={() => press(action)}
    >
      {action === 'newSale' && isFromCashUp ? t('day.closing.toList') : t(`live.action.${action}`)}
    </Button>
  )
  return (
    <footer className={styles.foot}>
      <div className={styles.results}>
        {failure && <FailureNotice failure={failure} />}
        {undo?.failure && <FailureNotice failure={undo.failure} />}
        {notAsked && <output className={layout.muted}>{t('live.othersNotAsked')}</output>}
        <OthersSilent paymentId={payment.id} />
        {checked && <output className={layout.muted}>{checked}</output>}
        {receipt && <ReceiptMessage receipt={receipt} />}
        {/* A second row with this button alone would move the advice below the visible part of the screen. */}
        {isBesideResults && undo && <UndoButton undo={undo} />}
      </div>
      {/* A press is enough: it folds again, and what came of it has the space. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the buttons in it */}
      <fieldset
        id={moreId}
        className={classNames(layout.wrap3, styles.more)}
        aria-label={t('live.more')}
        hidden={!more}
        onClick={fold}
      >
        {folded.map(action => button(action, 'plain'))}
        {receipt &&
          channels.map(other => <SendButton key={other} receipt={receipt} channel={other} />)}
        {receipt && <SendToNumberButton receipt={receipt} />}
        {receipt && <SavePdfButton receipt={receipt} />}
      </fieldset>
      <div className={classNames(layout.wrap3, styles.actions)} data-paid={isPaid || undefined}>
        <span className={classNames(layout.wrap3, styles.next)}>
          {button(primary, 'primary')}
          {receipt && <PrintButton receipt={receipt} short />}
          {receipt && channel && <SendButton receipt={receipt} channel={channel} short />}
          {alongside.map(action => button(action, 'plain'))}
        </span>
        <span className={classNames(layout.wrap3, layout.end, styles.apart)}>
          {!isBesideResults && undo && <UndoButton undo={undo} />}
          {isFromCashUp && primary !== 'newSale' && !alongside.includes('newSale') && (
            <Button variant="quiet" icon="arrowLeft" onClick={() => show({ name: 'cashUp' })}>
              {t('day.closing.toList')}
            </Button>
          )}
          {folds ? (
            <Button
              ref={moreButton}
              variant="quiet"
              aria-expanded={more}
              aria-controls={moreId}
              onClick={() => setMore(!more)}
            >
              {t('live.more')}
            </Button>
          ) : (
            apart.map(action => button(action, 'plain'))
          )}
        </span>
      </div>
      {asking === 'take-cash' && <CashDialog {...dialog} />}
      {asking === 'give-back' && <GiveBackDialog {...dialog} />}
      {asking === 'send-again' && <SendAgainDialog {...dialog} draftId={draftId} />}
      {asking === 'stop' && <StopDialog {...dialog} />}
      {asking === 'resolve' && <ResolveDialog {...dialog} />}
    </footer>
  )
}
