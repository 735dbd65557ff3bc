import { appOrigin } from './app-scheme'
import type { WindowKind } from './permissions'

/** Where the windows find their files. */
export interface WindowPlaces {
  /** The folder of the built main process. */
  mainFolder: string
  /** The development server's address, or null: the built pages are shown. */
  devServer: string | null
  /** Whether a window can be opened to developer tools: never in a till for shops. */
  devTools: boolean
}

const pages: Record<WindowKind, string> = {
  till: '/pages/till/index.html',
  customer: '/pages/customer/index.html',
  receipt: '/pages/receipt/index.html',
  closing: '/pages/cash-up/index.html',
}

/** The origin of the pages that our windows show. */
export function pageOrigin({ devServer }: WindowPlaces): string {
  return devServer === null ? appOrigin : new URL(devServer).origin
}

/** The page that a kind of window shows, and never leaves. */
export function pageOf(kind: WindowKind, places: WindowPlaces): string {
  return `${pageOrigin(places)}${pages[kind]}`
}
