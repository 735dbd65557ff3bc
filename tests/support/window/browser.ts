import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

const debianChromium = '/usr/bin/chromium'

// Chromium's sandbox refuses to start as root.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** A real browser that is on this computer, not one that Playwright brings. */
export const browserHere: LaunchOptions = {
  args: asRoot,
  ...(existsSync(debianChromium)
    ? { executablePath: debianChromium }
    : { channel: process.platform === 'win32' ? 'msedge' : 'chrome' }),
}

/** The same picture everywhere, and no graphics card that a program would have to stand in for. */
export const sameEverywhere: LaunchOptions = {
  ...browserHere,
  args: [
    ...asRoot,
    '--disable-gpu',
    '--disable-lcd-text',
    '--font-render-hinting=none',
    '--force-device-scale-factor=1',
  ],
}
