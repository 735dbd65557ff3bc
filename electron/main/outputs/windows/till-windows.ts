import type { Notification, NotificationConstructorOptions } from 'electron'
import type { NotifierWindows } from '../notifications/notifier'
import type { WindowFactory } from './window-factory'

/** The window that the cashier works in, however many others are open, and the desktop around it. */
export interface TillWindows extends NotifierWindows {
  /** Brings the window to the front; opens it where there is none. */
  show(): void
}

interface TillDeskDeps {
  factory: Pick<WindowFactory, 'find' | 'push'>
  /** Opens the till window by that factory. */
  open: () => void
  notifications: {
    areSupported: () => boolean
    create: (options: NotificationConstructorOptions) => Notification
  }
}

/** So many notifications can be clicked; the desktop shows fewer. */
const mostNotices = 20

/** No window yet. */
export function createTillWindows({ factory, open, notifications }: TillDeskDeps): TillWindows {
  /** Hazard: a notification that nothing refers to is collected, and its click comes to nobody. */
  const notices: Notification[] = []

  function show(): void {
    const opened = factory.find('till')
    if (!opened) {
      open()
      return
    }
    if (opened.isMinimized()) opened.restore()
    opened.show()
    opened.focus()
  }

  return {
    show,
    isInFront() {
      const opened = factory.find('till')
      if (!opened) return false
      return opened.isFocused() && opened.isVisible() && !opened.isMinimized()
    },
    sound: tone => factory.push('soundDue', tone),
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
      factory.push('saleWanted', { saleId })
    },
  }
}
