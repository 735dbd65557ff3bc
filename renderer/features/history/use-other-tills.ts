import { useEffect, useState } from 'react'
import { longestSearch } from '../../../shared/payment/sales-filter'
import type { FromShop, OtherTillsSale } from '../../../shared/shop-meeting'
import { till } from '../../bridge/till'
import { useTill } from '../../stores/till-store'

/** Other tills' payments for what was typed; null while they are asked for the first time. */
export type OtherTillsList = FromShop<readonly OtherTillsSale[]> | null

/** A payment that another till has just seen paid is here within a second, ms. */
const pause = 300

/** Read again and again while it is shown. A till in no shop of many tills asks nothing. */
export function useOtherTills(text: string, limit: number): OtherTillsList {
  const isAlone = useTill(({ shopDatabase }) => shopDatabase === null)
  const typed = text.trim().slice(0, longestSearch)
  const [told, setTold] = useState<{ typed: string; list: OtherTillsList }>({ typed, list: null })
  useEffect(() => {
    if (isAlone) return
    let left = false
    let timer = 0
    const read = async () => {
      const answer = await till.meeting.find({ text: typed, limit })
      if (left) return
      const away = { state: 'away', fault: null } as const
      setTold({ typed, list: answer.ok ? answer.value : away })
      timer = window.setTimeout(read, pause)
    }
    timer = window.setTimeout(read, 0)
    return () => {
      left = true
      window.clearTimeout(timer)
    }
  }, [isAlone, typed, limit])
  if (isAlone) return { state: 'alone' }
  return told.typed === typed ? told.list : null
}

/** The payments of a list; none while it is not there. */
export function othersIn(list: OtherTillsList): readonly OtherTillsSale[] {
  return list?.state === 'answered' ? list.value : []
}
