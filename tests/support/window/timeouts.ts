import { expect, type Page } from '@playwright/test'
import { defaultSettings, type TimeoutsSettings } from '../../../shared/settings'
import { calls } from './bridge'

/** Saves how long the till waits, as the form in Settings does; what is left out has its default. */
export async function setTimeouts(page: Page, changes: Partial<TimeoutsSettings>): Promise<void> {
  const { freshness, cardFreshness, queue } = defaultSettings
  const { assumedLifetimeMs, promptLifetimeMs, keyTrustedMs } = defaultSettings
  const settings: TimeoutsSettings = {
    freshness,
    cardFreshness,
    queue,
    assumedLifetimeMs,
    promptLifetimeMs,
    keyTrustedMs,
    ...changes,
  }
  const [saved] = await calls(page, 'kaunta:settings.save', [
    { section: 'timeouts', value: settings },
  ])
  expect(saved).toMatchObject({ ok: true })
}
