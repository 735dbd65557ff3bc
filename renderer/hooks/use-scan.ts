import { useEffect } from 'react'
import { itemOfCode } from '../../shared/charging'
import { readPhoneNumber } from '../../shared/phone'
import { addItem, type FieldName, setField } from '../stores/charge-form'
import { openDidItGoThrough } from '../stores/did-it-go-through-store'
import { useTillStore } from '../stores/till-store'
import { show, useView } from '../stores/view-store'
import { isEnter } from '../typing/is-enter'
import { continueRun, isScan, type Run } from '../typing/scan'

/**
 * What a scanner types looks for a payment: on Charge it would be an amount or a name, and its Enter would
 * press the button that has the focus. A field of another screen takes it as text.
 */
export function useScan(active: boolean): void {
  useEffect(() => {
    if (!active) return
    let run: Run | null = null
    /** What the field held before the run. */
    let before = ''
    const onKeyDown = (event: KeyboardEvent) => {
      const field = event.target instanceof HTMLInputElement ? event.target : null
      if (field && !field.form?.dataset.charge) return
      if (isEnter(event)) {
        if (isScan(run, event.timeStamp) && takes(field, run.text)) {
          event.preventDefault()
          event.stopPropagation()
          if (field) setField(field.name as FieldName, before)
          found(run.text)
        }
        run = null
        return
      }
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
      const next = continueRun(run, event.key, event.timeStamp)
      if (next.text.length === 1) before = field?.value ?? ''
      run = next
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [active])
}

/** An item is added to the next sale; anything else may be a payment's reference. */
function found(code: string): void {
  const items = useTillStore.getState().till?.settings.charging.items ?? []
  const item = itemOfCode(code, items)
  if (item === null) {
    openDidItGoThrough(code)
    return
  }
  addItem(item)
  if (useView.getState().view.name !== 'charge') show({ name: 'charge' })
}

/** A name may be pasted by a tool as fast as a scan: only the amount is never a text. */
function takes(field: HTMLInputElement | null, text: string): boolean {
  if (field === null || field.name === 'amount') return true
  if (!/^\d+$/.test(text)) return false
  const country = useTillStore.getState().till?.settings.shop.country
  return field.name !== 'phone' || country === undefined || !readPhoneNumber(field.value, country)
}
