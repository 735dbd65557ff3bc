import { useMemo } from 'react'
import { useTill } from '../../state/till-store'
import { type FieldName, useChargeForm } from './charge-form'
import { findProblems, type Problems } from './problems'

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
