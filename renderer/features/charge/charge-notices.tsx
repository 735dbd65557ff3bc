import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../../../shared/payment/draft'
import { readPhoneNumber } from '../../../shared/phone'
import { useKeys } from '../../hooks/use-keys'
import { formatSeconds } from '../../i18n/countdown'
import { PromptDialog } from '../../sale-status/payment-dialog'
import { useLimits, useOutlook } from '../../sale-status/use-payment-facts'
import { needsNewKeys, troubleOf } from '../../sale-status/waiting'
import { currencyOf, startNextSale, useChargeForm } from '../../stores/charge-form'
import { usePayment } from '../../stores/payments-store'
import { useTill } from '../../stores/till-store'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import { Money } from '../../ui/money'
import { Notice } from '../../ui/notice'
import styles from './charge-screen.module.css'
import type { Charge } from './use-charge'

/** Said before the press: this payment will wait, and how long it then goes out without asking. */
export function WillWait() {
  const { t } = useTranslation()
  const channel = useChargeForm(form => form.channel)
  const trouble = troubleOf(useOutlook())
  const { aloneMs } = useLimits(channel)
  // Why it waits is said in the bar above, on every screen.
  if (trouble === null) return null
  return (
    <output className={styles.wait}>
      <Icon name="queue" size="m" />
      <span>
        <strong>{t('charge.wait.title')}</strong>{' '}
        {needsNewKeys(trouble)
          ? t('charge.wait.rejected')
          : t('charge.wait.text', { alone: windowText(aloneMs / 1000, t) })}
      </span>
    </output>
  )
}

/** Empties the form: one key, and a button once anything is typed. */
export function ClearForm() {
  const { t } = useTranslation()
  const settings = useTill(state => state.settings)
  const filledBy = useChargeForm(form => form.filledBy)
  const clear = () => {
    startNextSale(settings)
    // Charge begins again, with the focus in its amount.
    show({ name: 'charge' })
  }
  useKeys({ F6: clear })
  if (filledBy === 'nobody') return null
  return (
    <Button variant="quiet" className={layout.end} onClick={clear}>
      {t('charge.clearForm')} <kbd>F6</kbd>
    </Button>
  )
}

/** What was typed before may be another customer's. */
export function TypedBefore() {
  const { t } = useTranslation()
  const { filledBy, resumed } = useChargeForm()
  if (filledBy === 'nobody' || !resumed) return null
  return (
    <output className={styles.wait}>
      <Icon name="warn" size="m" />
      {t('charge.resumed')}
    </output>
  )
}

/** Next to the clocks of a till, `5:00` would be one of them. */
function windowText(seconds: number, t: TFunction): string {
  return seconds % 60 === 0
    ? t('charge.wait.minutes', { count: seconds / 60 })
    : formatSeconds(seconds)
}

/** True when the connection in use cannot take cards, because the service requires a webhook (§4.3). */
export function useWebhookMissing(): boolean {
  return useTill(({ active, connections }) => {
    if (active === null || active === 'practice') return false
    return !connections[active].hasWebhook
  })
}

/** Says why card payments are not possible yet, and leads to where they are made possible. */
export function WebhookNeeded() {
  const { t } = useTranslation()
  return (
    <>
      <Notice tone="unknown" icon="warn" title={t('charge.webhook.title')}>
        <p>{t('charge.webhook.text')}</p>
      </Notice>
      <div>
        <Button
          variant="primary"
          enter={false}
          onClick={() => show({ name: 'settings', tab: 'connection' })}
        >
          {t('charge.webhook.open')}
        </Button>
      </div>
    </>
  )
}

interface ReadBackDialogProps {
  draft: Draft | null
  onClose: () => void
  onConfirm: (draft: Draft) => void
}

/** A large amount is read to the customer before anything is sent. Nothing typed is lost by going back. */
export function ReadBackDialog({ draft, onClose, onConfirm }: ReadBackDialogProps) {
  const { t } = useTranslation()
  const shop = useTill(state => state.settings.shop)
  if (!draft) return null
  const { firstName, lastName } = draft.customer
  return (
    <Dialog
      onClose={onClose}
      title={t('charge.readBack.title')}
      text={
        <>
          <p>{t('charge.readBack.text')}</p>
          <p className={styles.readAmount}>
            <Money amount={{ currency: currencyOf(draft.channel, shop), value: draft.value }} />
          </p>
          <p className={styles.readPhone}>
            {readPhoneNumber(draft.phone, shop.country)?.national ?? draft.phone}
          </p>
          <p className={styles.readName}>{`${firstName} ${lastName}`}</p>
        </>
      }
      confirm={t('charge.readBack.confirm')}
      confirmFirst
      onConfirm={() => onConfirm(draft)}
    />
  )
}

/** The question about an earlier request to the number that was typed, before a new one is sent. */
export function EarlierPromptDialog({ charge }: { charge: Charge }) {
  const { busy, failure, promptAsked, leavePrompt } = charge
  const earlier = failure?.busy?.paymentId ?? promptAsked?.earlier ?? ''
  const payment = usePayment(earlier)
  if (promptAsked === null) return null
  return (
    <PromptDialog
      payment={payment}
      busy={busy}
      // That it has to be asked is no fault.
      failure={failure?.code === 'prompt-may-be-gone' ? null : failure}
      onNoPrompt={charge.confirmNoPrompt}
      onShow={() => {
        leavePrompt()
        show({ name: 'live', paymentId: earlier })
      }}
      onClose={leavePrompt}
    />
  )
}
