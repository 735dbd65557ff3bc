import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { serveAppScheme } from '../../../electron/main/outputs/windows/app-scheme'
import { inProject } from '../../../scripts/project'
import type { Bridge } from '../../../shared/ipc/bridge'
import type { TillProcess } from './till-process'

/** Where a browser finds the built pages: a name that cannot exist (RFC 2606), answered by this process. */
export const origin = 'https://kaunta.invalid'

/** What a page has in the place of the preload's bridge. */
interface Joined {
  kauntaBridge: Bridge
  askTill(channel: string, argument: unknown): Promise<unknown>
  tellWindow(channel: string, value: unknown): void
}

/** A browser's context gets the built pages as the till serves them, with the same policy. */
export async function serveBuiltPages(context: BrowserContext): Promise<void> {
  let answer: (request: Request) => Response | Promise<Response> = () => Response.error()
  serveAppScheme(
    {
      handle: (_scheme: string, handler: typeof answer) => {
        answer = handler
      },
    } as Parameters<typeof serveAppScheme>[0],
    path.join(inProject('out'), 'renderer'),
  )
  await context.route(`${origin}/**`, async route => {
    const { pathname } = new URL(route.request().url())
    const response = await answer(new Request(`app://kaunta${pathname}`))
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    })
  })
}

/** Opens a window's page, whose calls go to this till and which hears what that tells its windows. */
export async function openWindow(page: Page, till: TillProcess, window: 'till' | 'customer') {
  await page.exposeFunction('askTill', till.ask)
  await page.addInitScript(() => {
    const joined = globalThis as unknown as Joined
    const listeners = new Set<readonly [string, (value: unknown) => void]>()
    joined.kauntaBridge = {
      call: (channel, argument) => joined.askTill(channel, argument),
      listen(channel, receive) {
        const listener = [channel, receive] as const
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }
    joined.tellWindow = (channel, value) => {
      for (const [heard, receive] of listeners) if (heard === channel) receive(value)
    }
  })
  till.onPush(push => {
    if (push.window !== window) return
    const tell = ([channel, value]: readonly [string, unknown]) =>
      (globalThis as unknown as Partial<Joined>).tellWindow?.(channel, value)
    // A page that is closed, or loads anew, hears nothing.
    page.evaluate(tell, [push.channel, push.value] as const).catch(() => undefined)
  })
  await page.goto(`${origin}/pages/${window}/index.html`)
}
