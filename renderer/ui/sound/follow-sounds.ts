import { listen } from '../../bridge/till'
import { useTillStore } from '../../stores/till-store'
import { play } from './player'

/** Makes results heard as main asks this window to. Returns the function that stops it. */
export function followSounds(): () => void {
  return listen('soundDue', tone => {
    const volume = useTillStore.getState().till?.settings.alerts.volume
    if (volume) play(tone, volume)
  })
}
