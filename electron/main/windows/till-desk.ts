import type { BrowserWindow, Notification, NotificationConstructorOptions } from 'electron'
import { pushChannelOf } from '../../../shared/ipc/bridge'
import type { Pushes, PushName } from '../../../shared/ipc/contract'
import type { AnnouncerDesk } from '../results/announcer'

/** The window that the cashier works in, however many others are open, and the desktop around it. */
export interface TillDesk extends AnnouncerDesk {
  /** Brings the window to the front; opens it where there is none. */
  show(): void
}

interface TillDeskNeeds {
  open: () => BrowserWindow
  notifications: {
    areSupported: () => boolean
    create: (options: NotificationConstructorOptions) => Notification
  }
}

/** So many notifications can be clicked; the desktop shows fewer. */
const mostNotices = 20

/** A desk with no window yet. */
export function createTillDesk({ open, notifications }: TillDeskNeeds): TillDesk {
  let window: BrowserWindow | null = null
  /** Hazard: a notification that nothing refers to is collected, and its click comes to nobody. */
  const notices: Notification[] = []
  const there = () => (window === null || window.isDestroyed() ? null : window)

  /** A window that is just being closed has nothing to be told, and would throw. */
  function tell<Name extends PushName>(name: Name, value: Pushes[Name]): void {
    const contents = there()?.webContents
    if (contents && !contents.isDestroyed()) contents.send(pushChannelOf(name), value)
  }

  function show(): void {
    const opened = there()
    if (!opened) {
      window = open()
      return
    }
    if (opened.isMinimized()) opened.restore()
    opened.show()
    opened.focus()
  }

  return {
    show,
    isInFront() {
      const opened = there()
      if (!opened) return false
      return opened.isFocused() && opened.isVisible() && !opened.isMinimized()
    },
    sound: tone => tell('soundDue', tone),
    notify(notice, clicked) {
      if (!notifications.areSupported()) return
      // The till has a sound of its own.
      const shown = notifications.create({ ...notice, silent: true })
      shown.on('click', clicked)
      notices.push(shown)
      if (notices.length > mostNotices) notices.shift()
      shown.show()
    },
    showSale(saleId) {
      show()
      tell('saleWanted', { saleId })
    },
  }
}
