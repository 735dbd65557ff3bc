import { useMemo } from 'react'
import { type FieldName, useChargeForm } from '../../stores/charge-form'
import { findProblems, type Problems } from '../../stores/charge-problems'
import { useTill } from '../../stores/till-store'

/** The problems to show now: of fields that were left, and of all once the button was pressed. */
export function useProblems(): Problems {
  const country = useTill(state => state.settings.shop.country)
  const { channel, fields, left, pressed } = useChargeForm()
  return useMemo(() => {
    const found = findProblems(channel, fields, country)
    if (pressed) return found
    const shown = Object.entries(found).filter(([name]) => left.includes(name as FieldName))
    return Object.fromEntries(shown)
  }, [channel, fields, left, pressed, country])
}
