import type { IpcMainInvokeEvent, WebContents } from 'electron'

/** Says whether a message comes from a page that we opened ourselves, in its top frame. */
export type TrustedSender = (event: IpcMainInvokeEvent) => boolean

/**
 * Trusts the windows that `isOurs` knows, while they show a page of `origin`. A frame inside the
 * page, another window, or a page that navigated away is refused.
 */
export function createTrustedSender(
  isOurs: (contents: WebContents) => boolean,
  origin: () => string,
): TrustedSender {
  return event => {
    const frame = event.senderFrame
    if (!frame || !isOurs(event.sender) || frame !== event.sender.mainFrame) return false
    return URL.canParse(frame.url) && originOf(frame.url) === origin()
  }
}

/** `URL.origin` is 'null' for a scheme of our own; what counts is scheme and host together. */
function originOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
