import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { itemOfCode } from '../../shared/charging'
import { readPhoneNumber } from '../../shared/phone'
import { addItem, type FieldName, keepField } from '../stores/charge-form'
import {
  closeDidItGoThrough,
  openDidItGoThrough,
  openUnknownCode,
} from '../stores/did-it-go-through-store'
import { useTillStore } from '../stores/till-store'
import { show, useView } from '../stores/view-store'
import { noteScanned } from '../typing/enter-press'
import { isEnter } from '../typing/is-enter'
import { continueRun, endsRun, pause, type Run, scanOf } from '../typing/scan'

/**
 * What a scanner types is an item, or looks for a payment: on Charge it would be an amount or a name, and its Enter
 * would press the button that has the focus. A field of another screen takes it as text.
 */
export function useScan(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const scanner = new Scanner()
    const onKeyDown = (event: KeyboardEvent) => scanner.hear(event)
    // Also when the window loses the focus, which tells its own name.
    const onLeave = () => scanner.end()
    window.addEventListener('keydown', onKeyDown, { capture: true })
    window.addEventListener('focusout', onLeave, { capture: true })
    window.addEventListener('blur', onLeave)
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      window.removeEventListener('focusout', onLeave, { capture: true })
      window.removeEventListener('blur', onLeave)
      scanner.forget()
    }
  }, [active])
}

/**
 * No key for so long is the end of a scan that sends no key of its own, ms. A busy computer brings keys later than they
 * were typed: their own times, not this one, tell whether they belong together.
 */
const quiet = 150

/** The run of keys that is typed now, and what its field held before it. */
class Scanner {
  private run: Run | null = null
  private field: HTMLInputElement | null = null
  private putBack: () => void = () => undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  /** One key: it goes on with the run, or ends it. A key that ended a scan is nobody else's. */
  hear(event: KeyboardEvent): void {
    const { target, timeStamp } = event
    if (isElsewhere(target)) {
      this.forget()
      return
    }
    if (this.run !== null && timeStamp - this.run.to > pause) this.end()
    if (isEnter(event) || endsRun(event)) {
      if (!this.end()) return
      event.preventDefault()
      event.stopPropagation()
      return
    }
    // A key that is held down is as fast as a scanner.
    if (event.repeat) {
      this.forget()
      return
    }
    const next = continueRun(this.run, event, timeStamp)
    if (next === this.run) return
    if (this.run === null) this.begin(target instanceof HTMLInputElement ? target : null)
    this.run = next
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      // Its own Enter may still come, and means nothing on what is opened now.
      if (scanOf(this.run) !== null && this.end()) noteScanned()
    }, quiet)
  }

  /** The run is over. True where it was a scan, which is then done. */
  end(): boolean {
    const { run, field, putBack } = this
    this.forget()
    const code = scanOf(run)
    if (code === null || !takes(field, code)) return false
    putBack()
    found(code)
    return true
  }

  /** What is typed next begins a run. */
  forget(): void {
    this.run = null
    clearTimeout(this.timer)
  }

  private begin(field: HTMLInputElement | null): void {
    this.field = field
    this.putBack = field === null ? () => undefined : keep(field)
  }
}

/** A field of another screen, or of a dialog. */
function isElsewhere(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !target.form?.dataset.charge
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** What puts back a field's text and what was selected in it. */
function keep(field: HTMLInputElement): () => void {
  const { selectionStart, selectionEnd } = field
  const putBack = keepField(field.name as FieldName)
  return () => {
    flushSync(putBack)
    field.setSelectionRange(selectionStart, selectionEnd)
  }
}

/** An item is added to the next sale; anything else may be a payment's reference. */
function found(code: string): void {
  const item = itemOfCode(code, items())
  if (item === null) {
    if (items().length === 0) openDidItGoThrough(code)
    else openUnknownCode(code)
    return
  }
  closeDidItGoThrough()
  addItem(item)
  if (useView.getState().view.name !== 'charge') show({ name: 'charge' })
}

const items = () => useTillStore.getState().till?.settings.charging.items ?? []

/** A name or an email may be put in by a tool as fast as a scan: a code has a digit, and is in one piece. */
function takes(field: HTMLInputElement | null, text: string): boolean {
  if (field === null || ['amount', 'part', 'received'].includes(field.name)) return true
  if (!/^[\w./-]*\d[\w./-]*$/.test(text)) return false
  if (field.name !== 'phone' || itemOfCode(text, items()) !== null) return true
  const country = useTillStore.getState().till?.settings.shop.country
  return country === undefined || !readPhoneNumber(field.value, country)
}
