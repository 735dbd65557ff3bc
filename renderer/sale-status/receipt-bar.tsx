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
import styles from './sale-parts.module.css'
import { ShowFile } from './show-file'

/** What became of a press. */
type Said = { key: 'printed' } | { key: 'saved'; file: string }

/** The receipt of a sale: prints it, saves it, and knows what became of the last press. */
export interface Receipt {
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
    <section className={classNames(layout.stack2, styles.bar)} aria-label={t('receipts.label')}>
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
