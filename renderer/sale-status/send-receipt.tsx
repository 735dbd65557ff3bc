import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/ipc/result'
import { mayHaveReceipt } from '../../shared/payment/receipt'
import type { Sale } from '../../shared/payment/sale'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { useInSight } from '../hooks/use-in-sight'
import { Button } from '../ui/button'
import { classNames } from '../ui/class-names'
import { FailureNotice } from '../ui/failure-notice'
import layout from '../ui/layout.module.css'
import styles from './sale-parts.module.css'

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
