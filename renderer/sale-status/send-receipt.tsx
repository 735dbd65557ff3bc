import { useState } from 'react'
import { useTranslation } from 'react-i18next'
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

/** Opens the receipt as a message in the shop's own WhatsApp or e-mail program; a person sends it there. */
export function SendReceipt({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Channel | null>(null)
  const { run, busy, failure } = useCall((channel: Channel) =>
    till.receipts.send({ saleId: sale.id, channel }),
  )
  const message = useInSight(failure)
  const channels = [
    ...(sale.msisdn === '' ? [] : (['whatsapp'] as const)),
    ...(sale.customer.email ? (['email'] as const) : []),
  ]
  if (channels.length === 0 || !mayHaveReceipt(sale)) return null
  const send = async (channel: Channel) => {
    setOpened(null)
    if ((await run(channel))?.ok) setOpened(channel)
  }
  return (
    <>
      <div className={classNames(layout.wrap2, styles.send)}>
        {channels.map(channel => (
          <Button key={channel} variant="quiet" busy={busy} onClick={() => send(channel)}>
            {t(`receipts.send.${channel}`)}
          </Button>
        ))}
      </div>
      <output className={layout.small}>{opened !== null && t(`receipts.sent.${opened}`)}</output>
      {failure && (
        <div ref={message} className={styles.notSent}>
          <FailureNotice failure={failure} />
        </div>
      )}
    </>
  )
}
