import type { IpcMainInvokeEvent, WebContents } from 'electron'
import type { WindowKind } from '../outputs/windows/permissions'

/**
 * Says which of our windows a message comes from: a page that we opened ourselves, in its top frame.
 * Null for everyone else.
 */
export type SenderOf = (event: IpcMainInvokeEvent) => WindowKind | null

/**
 * Trusts the windows that `kindOf` knows, while they show a page of `origin`. A frame inside the
 * page, another window, or a page that navigated away is refused.
 */
export function createSenderOf(
  kindOf: (contents: WebContents) => WindowKind | null,
  origin: () => string,
): SenderOf {
  return event => {
    const frame = event.senderFrame
    if (!frame || frame !== event.sender.mainFrame) return null
    if (!URL.canParse(frame.url) || originOf(frame.url) !== origin()) return null
    return kindOf(event.sender)
  }
}

/** `URL.origin` is 'null' for a scheme of our own; what counts is scheme and host together. */
function originOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
