import type { Notification, NotificationConstructorOptions } from 'electron'
import type { ResultTone } from '../../../../shared/payment/result'
import type { NotificationText, NotifierWindows } from '../notifications/notifier'
import type { WindowFactory } from './window-factory'

/** So many notifications can be clicked; the desktop shows fewer. */
const mostNotices = 20

/** The window that the cashier works in, however many others are open, and the desktop around it. */
export class TillWindows implements NotifierWindows {
  /** Hazard: a notification that nothing refers to is garbage-collected, and then its click is lost. */
  private readonly notices: Notification[] = []

  constructor(
    private readonly parts: {
      factory: Pick<WindowFactory, 'find' | 'push'>
      /** Opens the till window by that factory. */
      open: () => void
      notifications: {
        areSupported: () => boolean
        create: (options: NotificationConstructorOptions) => Notification
      }
    },
  ) {}

  /** Brings the window to the front, with a page that lives; opens it where there is none. */
  show(): void {
    const opened = this.parts.factory.find('till')
    if (!opened) {
      this.parts.open()
      return
    }
    if (opened.webContents.isCrashed()) opened.webContents.reload()
    if (opened.isMinimized()) opened.restore()
    opened.show()
    opened.focus()
  }

  isInFront(): boolean {
    const opened = this.parts.factory.find('till')
    if (!opened) return false
    return opened.isFocused() && opened.isVisible() && !opened.isMinimized()
  }

  sound(tone: ResultTone): void {
    this.parts.factory.push('soundDue', tone)
  }

  notify(notice: NotificationText, clicked: () => void): void {
    const { notifications } = this.parts
    if (!notifications.areSupported()) return
    // The till has a sound of its own.
    const shown = notifications.create({ ...notice, silent: true })
    shown.on('click', clicked)
    this.notices.push(shown)
    if (this.notices.length > mostNotices) this.notices.shift()
    shown.show()
  }

  showPayment(paymentId: string): void {
    this.show()
    this.parts.factory.push('paymentWanted', { paymentId })
  }
}
