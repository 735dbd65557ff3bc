import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import layout from '../../ui/layout.module.css'
import styles from './live-payment.module.css'

/** Gets the card checkout's link to the customer's own phone. */
function SendLink({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<boolean>(false)
  const { run, busy, failure } = useCall((by: 'whatsapp' | 'sms') =>
    till.sales.sendCheckoutLink({ saleId: sale.id, by }),
  )
  const send = async (by: 'whatsapp' | 'sms') => {
    setOpened(false)
    setOpened((await run(by))?.ok === true)
  }
  return (
    <>
      <div className={layout.wrap2}>
        {(['whatsapp', 'sms'] as const).map(by => (
          <Button key={by} busy={busy} className={styles.open} onClick={() => send(by)}>
            {t(`live.sendLink.${by}`)}
          </Button>
        ))}
      </div>
      <output className={layout.small}>{opened && t('receipts.opened')}</output>
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}

/** Puts the card checkout's link on the clipboard. Only an https link: a practice one opens on this computer. */
export function CopyLink({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState<boolean>(false)
  const { run, busy, failure } = useCall(() => till.sales.copyCheckoutLink({ saleId: sale.id }))
  if (!sale.checkoutUrl?.startsWith('https://')) return null
  const copy = async () => {
    setCopied(false)
    setCopied((await run())?.ok === true)
  }
  return (
    <>
      <Button icon="link" busy={busy} className={styles.open} onClick={copy}>
        {t('live.action.copyLink')}
      </Button>
      <SendLink sale={sale} />
      <output className={layout.small}>{copied && t('history.copied')}</output>
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}
