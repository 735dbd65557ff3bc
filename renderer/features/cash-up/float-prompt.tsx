import { useSkippedFloat } from '../../stores/cash-up-store'
import { useTill } from '../../stores/till-store'
import { useView } from '../../stores/view-store'
import { DrawerDialog } from './drawer'

/**
 * Asks whoever comes to Charge first in a period what the drawer begins with, until money moves: not who closes the day
 * before. It can be skipped.
 */
export function FloatPrompt() {
  const asked = useTill(state => state.floatToAsk)
  const { currency } = useTill(state => state.settings.shop)
  const skipped = useSkippedFloat(store => store.period)
  const isAtCharge = useView(({ view }) => view.name === 'charge')
  if (asked === null || asked.currency !== currency || asked.period === skipped || !isAtCharge)
    return null
  const skip = () => useSkippedFloat.setState({ period: asked.period })
  return <DrawerDialog kind="float" proposed={asked.counted} isAsked onClose={skip} />
}
