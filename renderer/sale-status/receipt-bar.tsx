import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/ipc/result'
import { mayHaveReceipt } from '../../shared/payment/receipt'
import type { Sale } from '../../shared/payment/sale'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { useInSight } from '../hooks/use-in-sight'
import { useTill } from '../stores/till-store'
import { Button } from '../ui/button'
import { classNames } from '../ui/class-names'
import { FailureNotice } from '../ui/failure-notice'
import { Icon } from '../ui/icons/icon'
import layout from '../ui/layout.module.css'
import { receiptText } from './receipt-text'
import { ShowFile } from './sale-parts'
import styles from './sale-parts.module.css'

/** What became of a press. */
type Said = { key: 'printed' } | { key: 'saved'; file: string }

/** The receipt of a sale: prints it, saves it, and knows what became of the last press. */
interface Receipt {
  sale: Sale
  said: Said | null
  failure: Failure | null
  print: { run: () => void; busy: boolean }
  save: { run: () => void; busy: boolean }
}

/** Null where the sale may have none. */
export function useReceipt(sale: Sale): Receipt | null {
  // Not the words themselves: the language can change under them.
  const [said, say] = useState<Said | null>(null)
  const print = useCall(() => till.receipts.print({ saleId: sale.id }))
  const save = useCall(() => till.receipts.savePdf({ saleId: sale.id }))
  const printNow = async () => {
    save.forget()
    say(null)
    if ((await print.run())?.ok) say({ key: 'printed' })
  }
  const saveNow = async () => {
    print.forget()
    say(null)
    const saved = await save.run()
    if (saved?.ok) say({ key: 'saved', file: saved.value.file })
  }
  if (!mayHaveReceipt(sale)) return null
  return {
    sale,
    said,
    failure: print.failure ?? save.failure,
    print: { run: printNow, busy: print.busy },
    save: { run: saveNow, busy: save.busy },
  }
}

/** The receipt of a paid sale: on paper, as a file, and what became of the last one. */
export function ReceiptBar({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  const receipt = useReceipt(sale)
  if (receipt === null) return null
  return (
    <section className={layout.stack2} aria-label={t('receipts.label')}>
      {/* Above the buttons: what became of a press is read first, and on a small window they fill the rest. */}
      <ReceiptMessage receipt={receipt} />
      <div className={classNames(layout.wrap2, styles.buttons)}>
        <PrintButton receipt={receipt} />
        <SavePdfButton receipt={receipt} variant="plain" />
      </div>
    </section>
  )
}

interface PrintButtonProps {
  receipt: Receipt
  /** Next to other buttons: its whole name is read out. */
  short?: boolean
}

export function PrintButton({ receipt: { sale, print }, short = false }: PrintButtonProps) {
  const { t } = useTranslation()
  const name = t(sale.receiptCopies > 0 ? 'receipts.printCopy' : 'receipts.print')
  return (
    <Button
      icon="receipt"
      busy={print.busy}
      aria-label={short ? name : undefined}
      onClick={print.run}
    >
      {short ? t('receipts.printShort') : name}
    </Button>
  )
}

interface SavePdfButtonProps {
  receipt: Receipt
  variant: 'plain' | 'quiet'
}

export function SavePdfButton({ receipt: { save }, variant }: SavePdfButtonProps) {
  const { t } = useTranslation()
  return (
    <Button variant={variant} busy={save.busy} onClick={save.run}>
      {t('receipts.savePdf')}
    </Button>
  )
}

/** What became of the last press, else the state of the receipt, quietly; with a sign where nothing is on paper. */
export function ReceiptMessage({ receipt: { sale, said, failure } }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const automatic = useTill(state => state.settings.receipts.automatic)
  const message = useInSight(failure)
  const failed = said === null && sale.receiptFailure !== null
  const file = said?.key === 'saved' ? said.file : null
  const done = file === null ? t('day.printed') : t('app.savedFile', { file })
  const text = said ? done : receiptText(sale, automatic, t)
  return (
    <div ref={message} className={styles.message}>
      {failure ? (
        <FailureNotice failure={failure} />
      ) : (
        <output
          className={styles.said}
          aria-label={t('receipts.label')}
          data-failed={failed || undefined}
        >
          {failed && <Icon name="warn" size="s" />}
          {text && <span>{text}</span>}
        </output>
      )}
      {file !== null && !failure && <ShowFile file={file} />}
    </div>
  )
}

type Channel = 'whatsapp' | 'email'

/** The receipt as a message, and what became of the last press. */
interface Sending {
  /** Where it can go: to the customer's number, and to their e-mail. */
  channels: readonly Channel[]
  send: (channel: Channel) => void
  busy: boolean
  opened: Channel | null
  failure: Failure | null
}

/** Opens the receipt as a message in the shop's own WhatsApp or e-mail program; a person sends it there. */
export function useSendReceipt(sale: Sale): Sending {
  const [opened, setOpened] = useState<Channel | null>(null)
  const { run, busy, failure } = useCall((channel: Channel) =>
    till.receipts.send({ saleId: sale.id, channel }),
  )
  const send = async (channel: Channel) => {
    setOpened(null)
    if ((await run(channel))?.ok) setOpened(channel)
  }
  const channels = mayHaveReceipt(sale)
    ? [
        ...(sale.msisdn === '' ? [] : (['whatsapp'] as const)),
        ...(sale.customer.email ? (['email'] as const) : []),
      ]
    : []
  return { channels, send, busy, opened, failure }
}

/** Both ways, where there is space for them. */
export function SendReceipt({ sale }: { sale: Sale }) {
  const sending = useSendReceipt(sale)
  if (sending.channels.length === 0) return null
  return (
    <>
      <div className={classNames(layout.wrap2, styles.send)}>
        {sending.channels.map(channel => (
          <SendButton key={channel} sending={sending} channel={channel} variant="quiet" />
        ))}
      </div>
      <SendMessage sending={sending} />
    </>
  )
}

interface SendButtonProps {
  sending: Sending
  channel: Channel
  variant: 'plain' | 'quiet'
  /** Next to other buttons: its whole name is read out. */
  short?: boolean
}

export function SendButton({ sending, channel, variant, short = false }: SendButtonProps) {
  const { t } = useTranslation()
  const name = t(`receipts.send.${channel}`)
  return (
    <Button
      variant={variant}
      busy={sending.busy}
      aria-label={short ? name : undefined}
      onClick={() => sending.send(channel)}
    >
      {short ? t('receipts.send.short') : name}
    </Button>
  )
}

export function SendMessage({ sending: { opened, failure } }: { sending: Sending }) {
  const { t } = useTranslation()
  const message = useInSight(failure)
  return (
    <>
      <output className={layout.small}>{opened !== null && t('receipts.opened')}</output>
      {failure && (
        <div ref={message} className={styles.notSent}>
          <FailureNotice failure={failure} />
        </div>
      )}
    </>
  )
}
