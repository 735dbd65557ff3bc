import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayHaveReceipt } from '../../shared/payment/receipt'
import type { Sale } from '../../shared/payment/sale'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { useTill } from '../stores/till-store'
import { Button } from '../ui/button'
import { classNames } from '../ui/class-names'
import { FailureNotice } from '../ui/failure-notice'
import { Icon } from '../ui/icons/icon'
import layout from '../ui/layout.module.css'
import { receiptText } from './receipt-text'
import styles from './sale-parts.module.css'

/** What became of a press; its words are `receipts.<key>`. */
type Said = { key: 'printed' } | { key: 'saved'; file: string }

/** The receipt of a paid sale: on paper, as a file, and what became of the last one. */
export function ReceiptBar({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  const automatic = useTill(state => state.settings.receipts.automatic)
  // Not the words themselves: the language can change under them.
  const [said, say] = useState<Said | null>(null)
  const print = useCall(() => till.receipts.print({ saleId: sale.id }))
  const save = useCall(() => till.receipts.savePdf({ saleId: sale.id }))
  const failure = print.failure ?? save.failure
  const message = useRef<HTMLDivElement>(null)
  // On a small window it may begin below the fold.
  useEffect(() => {
    if (failure) message.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  if (!mayHaveReceipt(sale)) return null

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
  return (
    <section className={classNames(layout.stack2, styles.bar)} aria-label={t('receipts.label')}>
      {/* Above the buttons: what became of a press is read first, and on a small window they fill the rest. */}
      <div ref={message}>
        {failure ? (
          <FailureNotice failure={failure} />
        ) : (
          <Said
            failed={said === null && sale.receiptFailure !== null}
            text={said ? t(`receipts.${said.key}`, { ...said }) : receiptText(sale, automatic, t)}
          />
        )}
      </div>
      <div className={classNames(layout.wrap2, styles.buttons)}>
        <Button icon="receipt" busy={print.busy} onClick={printNow}>
          {t(sale.receiptCopies > 0 ? 'receipts.printCopy' : 'receipts.print')}
        </Button>
        <Button busy={save.busy} onClick={saveNow}>
          {t('receipts.savePdf')}
        </Button>
      </div>
    </section>
  )
}

/** Where the receipt stands, quietly; with a sign where there is none on paper. */
function Said({ failed, text }: { failed: boolean; text: string }) {
  return (
    <output className={styles.said} data-failed={failed || undefined}>
      {failed && <Icon name="warn" size="s" />}
      {text && <span>{text}</span>}
    </output>
  )
}
