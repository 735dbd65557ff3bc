import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Result } from '../../shared/ipc/result'
import type { Payment } from '../../shared/payment/payment'
import { mayHaveReceipt } from '../../shared/payment/receipt'
import { readPhoneNumber } from '../../shared/phone'
import { isInDoubt } from '../../shared/sale/sale-view'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { useTill } from '../stores/till-store'
import { typedText } from '../typing/typed-text'
import { Button } from '../ui/button'
import { classNames } from '../ui/class-names'
import { Dialog } from '../ui/dialog'
import { FailureNotice } from '../ui/failure-notice'
import { Field } from '../ui/field'
import { Icon } from '../ui/icons/icon'
import layout from '../ui/layout.module.css'
import { ShowFile } from './payment-parts'
import styles from './payment-parts.module.css'
import { receiptText } from './receipt-text'
import { useSale } from './use-payment-facts'

type Channel = 'whatsapp' | 'email'

type Receipt = NonNullable<ReturnType<typeof useReceipt>>

/**
 * Prints, saves or sends the receipt of a payment, and knows the result of the last press. Null where the payment may
 * have none.
 */
export function useReceipt(payment: Payment) {
  const { id: paymentId } = payment
  const isDoubted = isInDoubt(useSale(payment))
  // Not the words themselves: the language can change under them.
  const [result, setResult] = useState<'printed' | 'opened' | { file: string } | null>(null)
  const begun = <Value,>(call: Promise<Result<Value>>): Promise<Result<Value>> => {
    for (const { forget } of [print, save, send]) forget()
    setResult(null)
    return call
  }
  const print = useCall(
    () => begun(till.receipts.print({ paymentId })),
    () => setResult('printed'),
  )
  const save = useCall(() => begun(till.receipts.savePdf({ paymentId })), setResult)
  /** Opens the shop's own WhatsApp or e-mail program; a person sends it there. */
  const send = useCall(
    (to: { channel: Channel; number?: string }) => begun(till.receipts.send({ paymentId, ...to })),
    () => setResult('opened'),
  )
  if (!mayHaveReceipt(payment) || isDoubted) return null
  return {
    payment,
    /** Where a message can go: to the customer's number, and to their e-mail. */
    channels: [
      ...(payment.msisdn === '' ? [] : (['whatsapp'] as const)),
      ...(payment.customer.email ? (['email'] as const) : []),
    ],
    result,
    failure: print.failure ?? save.failure ?? send.failure,
    print,
    save,
    send,
  }
}

/** The receipt of a paid payment with all that can be done with it, where there is space. */
export function ReceiptBar({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const receipt = useReceipt(payment)
  if (receipt === null) return null
  return (
    <section className={layout.stack2} aria-label={t('receipts.label')}>
      {/* Above the buttons: the result of a press is read first, and on a small window they fill the rest. */}
      <ReceiptMessage receipt={receipt} />
      <div className={classNames(layout.wrap2, styles.buttons)}>
        <PrintButton receipt={receipt} />
        <SavePdfButton receipt={receipt} />
      </div>
      <div className={classNames(layout.wrap2, styles.send)}>
        {receipt.channels.map(channel => (
          <SendButton key={channel} receipt={receipt} channel={channel} variant="quiet" />
        ))}
        <SendToNumberButton receipt={receipt} variant="quiet" />
      </div>
    </section>
  )
}

interface ReceiptButtonProps {
  receipt: Receipt
  /** Next to other buttons: its whole name is read out. */
  short?: boolean
}

/** Prints the receipt, or a copy of it. */
export function PrintButton({ receipt: { payment, print }, short = false }: ReceiptButtonProps) {
  const { t } = useTranslation()
  const name = t(payment.receiptCopies > 0 ? 'receipts.printCopy' : 'receipts.print')
  return (
    <Button
      icon="receipt"
      busy={print.busy}
      aria-label={short ? name : undefined}
      onClick={() => print.run()}
    >
      {short ? t('receipts.printShort') : name}
    </Button>
  )
}

/** Saves the receipt as a PDF. */
export function SavePdfButton({ receipt: { save } }: ReceiptButtonProps) {
  const { t } = useTranslation()
  return (
    <Button busy={save.busy} onClick={() => save.run()}>
      {t('receipts.savePdf')}
    </Button>
  )
}

interface SendButtonProps extends ReceiptButtonProps {
  channel: Channel
  variant?: 'plain' | 'quiet'
}

/** Opens a message with the receipt, to the customer's number or e-mail. */
export function SendButton(props: SendButtonProps) {
  const { receipt, channel, variant = 'plain', short = false } = props
  const { t } = useTranslation()
  const name = t(`receipts.send.${channel}`)
  return (
    <Button
      variant={variant}
      busy={receipt.send.busy}
      aria-label={short ? name : undefined}
      onClick={() => receipt.send.run({ channel })}
    >
      {short ? t('receipts.send.short') : name}
    </Button>
  )
}

/** Asks for a number, and opens the message to it. */
export function SendToNumberButton({
  receipt,
  variant = 'plain',
}: Pick<SendButtonProps, 'receipt' | 'variant'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} busy={receipt.send.busy} onClick={() => setOpen(true)}>
        {t('receipts.send.number')}
      </Button>
      {open && <NumberDialog send={receipt.send} onClose={() => setOpen(false)} />}
    </>
  )
}

function NumberDialog({ send, onClose }: Pick<Receipt, 'send'> & { onClose: () => void }) {
  const { t } = useTranslation()
  const country = useTill(state => state.settings.shop.country)
  const [typed, setTyped] = useState('')
  const [pressed, setPressed] = useState(false)
  const number = readPhoneNumber(typed, country)?.msisdn ?? null
  const confirm = () => {
    setPressed(true)
    if (number === null) return
    send.run({ channel: 'whatsapp', number })
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('receipts.send.number')}
      text={t('receipts.send.numberText')}
      confirm={t('receipts.send.whatsapp')}
      onConfirm={confirm}
    >
      <Field
        label={t('field.phone')}
        inputMode="tel"
        value={typed}
        maxLength={40}
        error={pressed && number === null ? t('charge.problems.phone-unreadable') : null}
        onChange={event => setTyped(typedText(event))}
      />
    </Dialog>
  )
}

/** The result of the last press, else the receipt's state; with a sign where nothing was printed. */
export function ReceiptMessage({ receipt: { payment, result, failure } }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const automatic = useTill(state => state.settings.receipts.automatic)
  const element = useRef<HTMLDivElement>(null)
  // On a small window it may begin below the fold.
  useEffect(() => {
    if (failure) element.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  const failed = result === null && payment.receiptFailure !== null
  const text = () => {
    if (result === null) return receiptText(payment, automatic, t)
    if (result === 'printed') return t('day.printed')
    return result === 'opened' ? t('receipts.opened') : t('app.savedFile', result)
  }
  return (
    <div ref={element} className={styles.message}>
      {failure ? (
        <FailureNotice failure={failure} />
      ) : (
        <output
          className={styles.outcome}
          aria-label={t('receipts.label')}
          data-failed={failed || undefined}
        >
          {failed && <Icon name="warn" size="s" />}
          {text() && <span>{text()}</span>}
        </output>
      )}
      {result !== null && typeof result === 'object' && <ShowFile file={result.file} />}
    </div>
  )
}
