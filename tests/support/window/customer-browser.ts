import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'

const debianChromium = '/usr/bin/chromium'

/** The customer's browser: a real one that is on this machine, not one that Playwright brings. */
export function openBrowser(): Promise<Browser> {
  // Chromium's sandbox refuses to start as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  if (existsSync(debianChromium)) return chromium.launch({ executablePath: debianChromium, args })
  return chromium.launch({ channel: process.platform === 'win32' ? 'msedge' : 'chrome', args })
}
