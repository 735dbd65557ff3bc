import type { Pushes, PushName } from '../../../shared/ipc/contract'
import type { NotifierWindows } from './notifications/notifier'

type Push = <Name extends PushName>(name: Name, value: Pushes[Name]) => void

/** Pushes that say nothing of a sale to a person at a locked till; the customer's window is the customer's. */
const pushedWhileLocked: ReadonlySet<PushName> = new Set([
  'tillChanged',
  'customerViewChanged',
  'soundDue',
])

/** While the till is locked its window learns how many payments continue, and nothing of any of them. */
export function pushWhileUnlocked(push: Push, isLocked: () => boolean): Push {
  return (name, value) => {
    if (!isLocked() || pushedWhileLocked.has(name)) push(name, value)
  }
}

/** A desktop that everyone sees shows nothing of a sale while no person is signed in. */
export function quietWhileLocked(
  windows: NotifierWindows,
  isLocked: () => boolean,
): NotifierWindows {
  return {
    ...windows,
    notify: (...notice) => {
      if (!isLocked()) windows.notify(...notice)
    },
  }
}
