import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../bridge/till'
import { formatMoment } from '../i18n/clock-time'
import { isTooMuch } from '../sale-status/display-status'
import { amountText, discreetCustomer } from '../sale-status/payment-text'
import { useOutlook } from '../sale-status/use-payment-facts'
import { troubleOf, whoEnds } from '../sale-status/waiting'
import { noteSeen, useNews } from '../stores/news-store'
import { useNumLockOff } from '../stores/num-lock-store'
import { usePayment, usePayments } from '../stores/payments-store'
import { useTill } from '../stores/till-store'
import { useMay } from '../stores/use-staff'
import { show, useView } from '../stores/view-store'
import { Button } from '../ui/button'
import { CallButton } from '../ui/call-button'
import { CallDialog } from '../ui/call-dialog'
import { classNames } from '../ui/class-names'
import { Icon, type IconName } from '../ui/icons/icon'
import type { Tone } from '../ui/tone'
import tones from '../ui/tones.module.css'
import styles from './header.module.css'

interface StripProps {
  tone: Tone
  icon: IconName
  title: string
  text: string
  /** `alert` interrupts a screen reader, `status` waits for its pause. */
  role: 'alert' | 'status'
  /** What to press. */
  children?: ReactNode
}

/** Something that holds on every screen: a line across the window, under the top bar. */
function Strip({ tone, icon, title, text, role, children }: StripProps) {
  return (
    <div className={classNames(styles.strip, tones[tone])} role={role}>
      <Icon name={icon} size="m" />
      <p className={styles.stripText}>
        <strong>{title}</strong> {text}
      </p>
      {children}
    </div>
  )
}

/** This computer's clock is wrong: certificates fail, and days and reports are of another time. */
export function ClockStrip() {
  const { t, i18n } = useTranslation()
  const fault = useTill(state => state.clockFault)
  if (fault === null) return null
  const { cause, says, than } = fault
  const time = (at: number | null) => formatMoment(at ?? says, i18n.language)
  return (
    <Strip
      tone="bad"
      icon="clock"
      role="status"
      title={t('clock.title', { time: time(says) })}
      text={t(`clock.cause.${cause}`, { time: time(than) })}
    >
      {cause === 'newest-record' && (
        <CallButton call={() => till.till.acknowledgeClock()}>{t('clock.isRight')}</CallButton>
      )}
    </Strip>
  )
}

/** A key of the number pad came while Num Lock was off: outside number fields it types nothing. */
export function NumLockStrip() {
  const { t } = useTranslation()
  const { off } = useNumLockOff()
  if (!off) return null
  return (
    <Strip
      tone="unknown"
      icon="warn"
      role="status"
      title={t('numLock.title')}
      text={t('numLock.text')}
    />
  )
}

/** The daily backup cannot be made: said to the owner, who can change it. Selling goes on. */
export function BackupStrip() {
  const { t, i18n } = useTranslation()
  const isOwner = useMay('owner')
  const { failing } = useTill(state => state.backup)
  if (failing === null || !isOwner) return null
  return (
    <Strip
      tone="unknown"
      icon="warn"
      role="status"
      title={t('backup.strip.title', { time: formatMoment(failing.since, i18n.language) })}
      text={`${t(`backup.strip.why.${failing.why}`)} ${t('backup.strip.goesOn')}`}
    >
      <Button onClick={() => show({ name: 'settings', tab: 'support' })}>
        {t('backup.strip.open')}
      </Button>
    </Strip>
  )
}

/** What only a person can end: rejected keys, a network that wants a sign-in, a certificate, a proxy. */
export function TroubleStrip() {
  const { t } = useTranslation()
  const trouble = troubleOf(useOutlook())
  // Practice never rejects its own keys.
  const side = useTill(({ active }) => (active === 'production' ? active : 'sandbox'))
  const inSettings = useView(({ view }) => view.name === 'settings')
  if (trouble === 'portal')
    return (
      <Strip
        tone="unknown"
        icon="lock"
        role="status"
        title={t('top.portal.title')}
        text={t('top.portal.text')}
      />
    )
  // A wrong clock has its own strip.
  if (trouble === null || trouble === 'clock-wrong') return null
  const who = whoEnds[trouble]
  if (trouble !== 'keys-rejected' && trouble !== 'keys-unfit')
    return who === 'itself' ? null : (
      <Strip
        tone="unknown"
        icon="warn"
        role="status"
        title={t(`live.why.${trouble}`)}
        text={t(`live.ends.${who}`)}
      >
        {who === 'owner' && !inSettings && (
          <Button onClick={() => show({ name: 'settings', tab: 'connection' })}>
            {t('blocked.openSettings')}
          </Button>
        )}
      </Strip>
    )
  return (
    <Strip
      tone="bad"
      icon="barred"
      role="status"
      title={t(`live.why.${trouble}`)}
      text={[
        t('top.keys.text'),
        t(trouble === 'keys-unfit' ? 'top.keys.unfit' : `top.keys.side.${side}`),
      ].join(' ')}
    >
      {!inSettings && (
        <Button onClick={() => show({ name: 'settings', tab: 'connection' })}>
          {t('top.keys.open')}
        </Button>
      )}
    </Strip>
  )
}

/** Money that came late is announced on every screen, until it is looked at. */
export function NewsStrip() {
  const { t } = useTranslation()
  useNoteSeen()
  const news = useNews()
  const [payment] = news
  const sale = usePayments(({ sales }) => (payment && sales[payment.sale]) ?? null)
  if (!payment) return null
  const isMore = sale !== null && isTooMuch(payment, sale)
  const facts = { amount: amountText(payment.amount), customer: discreetCustomer(payment, t) }
  const more = news.length > 1 ? ` ${t('news.more', { others: news.length - 1 })}` : ''
  return (
    <Strip
      // Another payment is another announcement.
      key={payment.id}
      tone="unknown"
      icon="alert"
      role="alert"
      title={`${t(isMore ? 'status.tooMuch' : 'status.paidLate')}:`}
      text={t('news.text', facts) + more}
    >
      <Button onClick={() => show({ name: 'live', paymentId: payment.id })}>
        {t('app.viewPayment')}
      </Button>
    </Strip>
  )
}

/** A person with a payment open sees what is new of it. */
function useNoteSeen(): void {
  const shown = useView(({ view }) => ('paymentId' in view ? view.paymentId : ''))
  const payment = usePayment(shown)
  useEffect(() => {
    if (payment) noteSeen(payment)
  }, [payment])
}

/** The till's file is an older one: said on every screen until an owner has acknowledged it. Selling goes on. */
export function OlderTillStrip() {
  const { t, i18n } = useTranslation()
  const older = useTill(state => state.older)
  const [isOpen, setOpen] = useState(false)
  if (older === null) return null
  const time = older.since === null ? null : formatMoment(older.since, i18n.language)
  return (
    <>
      <Strip
        tone="unknown"
        icon="warn"
        role="alert"
        title={time === null ? t('olderTill.titleUnknown') : t('olderTill.title', { time })}
        text={t('olderTill.text')}
      >
        <Button onClick={() => setOpen(true)}>{t('attention.open')}</Button>
      </Strip>
      {isOpen && <OlderTillDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** What it means, and the proof with which an owner goes on. */
function OlderTillDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <CallDialog
      onClose={onClose}
      title={t('olderTill.dialog.title')}
      text={
        <>
          <p>{t('olderTill.dialog.what')}</p>
          <p>{t('olderTill.dialog.next')}</p>
        </>
      }
      confirm={t('olderTill.dialog.confirm')}
      cancel={t('recoveryCode.later')}
      call={() => till.key.acknowledgeOlder({})}
    />
  )
}
