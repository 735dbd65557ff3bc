import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { longestReference } from '../../../shared/payment/service-payment'
import { useKeys } from '../../hooks/use-keys'
import { useNow } from '../../hooks/use-now'
import { agoOf } from '../../i18n/ago'
import { formatDayMinute } from '../../i18n/clock-time'
import { toneAndIcon } from '../../sale-status/display-status'
import {
  type ListedSale,
  listedAfterwards,
  listedStatus,
  listedText,
} from '../../sale-status/listed-sale'
import { StateIcon } from '../../sale-status/state-tag'
import { useIsToDo } from '../../sale-status/use-payment-facts'
import {
  closeDidItGoThrough,
  didItGoThroughKey,
  openDidItGoThrough,
  useDidItGoThrough,
} from '../../stores/did-it-go-through-store'
import { useMay } from '../../stores/use-staff'
import { show } from '../../stores/view-store'
import { noteOpened } from '../../typing/enter-press'
import { typedText } from '../../typing/typed-text'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Dialog } from '../../ui/dialog'
import { FailureNotice } from '../../ui/failure-notice'
import { Notice } from '../../ui/notice'
import tones from '../../ui/tones.module.css'
import { AskService } from './ask-service'
import styles from './did-it-go-through.module.css'
import { FoundFacts, OtherTills } from './other-tills'
import { openPayment, othersIn, ownRowId, useTextSearch } from './use-text-search'

/** Answers one key, also in the middle of typing an amount. */
export function DidItGoThrough() {
  const { open, unknownCode } = useDidItGoThrough()
  // Before any field takes it, and also while another dialog is open.
  useKeys({ [didItGoThroughKey]: () => openDidItGoThrough() }, { capture: true })
  useLayoutEffect(() => closeDidItGoThrough, [])
  if (unknownCode !== null) return <UnknownCode code={unknownCode} />
  return open ? <SearchDialog /> : null
}

/** A shop with items scans them: a code that none has is a new item, or a payment's reference. */
function UnknownCode({ code }: { code: string }) {
  const { t } = useTranslation()
  const isOwner = useMay('owner')
  const add = () => {
    closeDidItGoThrough()
    useDidItGoThrough.setState({ codeToAdd: code })
    show({ name: 'settings', tab: 'items' })
  }
  return (
    <Dialog
      onClose={closeDidItGoThrough}
      title={t('search.unknownCode')}
      text={<p>{code}</p>}
      cancel={t('app.close')}
      confirm={t('search.lookForPayment')}
      confirmFirst
      onConfirm={() => openDidItGoThrough(code)}
    >
      {isOwner && (
        <Button icon="plus" onClick={add}>
          {t('search.addItem')}
        </Button>
      )}
    </Dialog>
  )
}

/**
 * The last payments, large, and a field that finds any other. The focus stays in the field: arrows move
 * through the list, Enter opens, Escape goes back to where it was.
 */
function SearchDialog() {
  const { t } = useTranslation()
  const box = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const search = useTextSearch()
  const { text, setText, list, others, chosenId, choose, onKeyDown, offered, lookUp } = search
  // Layout: closed while it is still there, it gives the focus back to what had it.
  useLayoutEffect(() => {
    const dialog = box.current
    noteOpened()
    if (!dialog?.open) dialog?.showModal()
    // By hand: a modal dialog gives the focus to the first thing in it.
    field.current?.focus()
    return () => dialog?.close()
  }, [])
  const nothing = list.answered && list.sales.length === 0 && !list.failure
  const asked = text.trim() !== ''
  const told = lookUp.payment !== null || lookUp.failure !== null
  // What another till took is under this list: the customer is not to be charged again.
  const elsewhere = asked && othersIn(others).length > 0
  // Nothing is said of a payment that the other tills are still asked about.
  const foundNowhere = nothing && asked && others !== null && !elsewhere
  const askText = t(nothing ? 'search.askText' : 'search.askNone')
  const onAsk = () => {
    lookUp.ask()
    // The next thing may be scanned already.
    field.current?.focus()
  }
  const ask = (offered || told) && <AskService lookUp={lookUp} text={askText} onAsk={onAsk} />
  const otherTills = (asked || others?.state === 'away') && (
    <OtherTills list={others} options={{ chosenId, choose }} />
  )
  return (
    <dialog
      ref={box}
      className={styles.box}
      aria-labelledby="quick-title"
      onCancel={event => {
        event.preventDefault()
        closeDidItGoThrough()
      }}
    >
      <div className={styles.head}>
        <h2 id="quick-title">{t('shortcuts.does.search')}</h2>
        <Button variant="quiet" icon="cross" onClick={closeDidItGoThrough}>
          {t('app.close')}
        </Button>
      </div>
      <input
        ref={field}
        type="search"
        role="combobox"
        className={styles.field}
        aria-label={t('search.field')}
        aria-expanded={chosenId !== undefined}
        aria-controls={elsewhere ? 'quick-list quick-others' : 'quick-list'}
        aria-activedescendant={chosenId}
        placeholder={t('search.field')}
        value={text}
        maxLength={longestReference}
        autoComplete="off"
        spellCheck={false}
        onChange={event => setText(typedText(event))}
        onKeyDown={onKeyDown}
      />
      {list.failure && <FailureNotice failure={list.failure} />}
      <output className={styles.note}>
        {nothing && !asked && <b>{t('payments.none')}</b>}
        {foundNowhere && !told && (
          <Notice tone="bad" icon="cross" title={t('search.none')}>
            <p>{t('search.noneNext')}</p>
            <p>{t('search.noneDo')}</p>
          </Notice>
        )}
        {list.unreadable > 0 && t('search.unreadable', { number: list.unreadable })}
      </output>
      <div id="quick-list" role="listbox" aria-label={t('search.last')} className={styles.list}>
        {list.sales.map(sale => (
          <FoundSale
            key={sale.lead.sale}
            sale={sale}
            chosen={ownRowId(sale) === chosenId}
            onPoint={() => choose(ownRowId(sale))}
            onOpen={() => openPayment(sale.lead.id)}
          />
        ))}
      </div>
      {/* Nothing moves to another place while the lists are read again: a press would be lost. */}
      {otherTills}
      {(!nothing || told || !elsewhere) && ask}
      {foundNowhere && !lookUp.payment && (
        <Button className={styles.next} icon="plus" onClick={charge}>
          {t('nav.charge')}
        </Button>
      )}
      <p className={styles.keys}>{t(keysFor(chosenId !== undefined, offered))}</p>
    </dialog>
  )
}

/** What Enter does at this moment. */
function keysFor(isChosen: boolean, offered: boolean) {
  if (isChosen) return 'search.keys'
  return offered ? 'search.keysAsk' : 'search.keysNone'
}

/** Nothing was paid, so the payment is still to be taken. What was typed on Charge is still there. */
function charge(): void {
  closeDidItGoThrough()
  show({ name: 'charge' })
}

interface FoundSaleProps {
  sale: ListedSale
  chosen: boolean
  onPoint: () => void
  onOpen: () => void
}

/** One sale, to be read from where the cashier stands: the word, the money, the phone's last digits. */
function FoundSale({ sale, chosen, onPoint, onOpen }: FoundSaleProps) {
  const { t, i18n } = useTranslation()
  const { lead: payment } = sale
  const { recordedAt: at } = payment
  const now = useNow()
  const ago = agoOf(at, now)
  const status = listedStatus(sale)
  const toDo = useIsToDo(payment)
  return (
    // The field above has the keyboard: it moves through these, and opens them.
    <div
      id={ownRowId(sale)}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={classNames(styles.payment, tones[toneAndIcon(status).tone])}
      onPointerMove={onPoint}
      onClick={onOpen}
      onKeyDown={undefined}
    >
      <StateIcon status={status} />
      <FoundFacts
        payment={payment}
        amount={{ ...payment.amount, value: payment.total }}
        state={listedText(sale, t)}
        also={listedAfterwards(sale, t)}
        isToDo={toDo}
      />
      <span className={styles.when}>
        {ago ? t(`search.ago.${ago.key}`, { ...ago }) : formatDayMinute(at, now, i18n.language)}
      </span>
    </div>
  )
}
