import type { SettingsKeeper } from '../store/settings'

/**
 * Gives the till its own id where it has none yet: made once, and on the disk before the first sale names
 * it. Throws what the settings throw.
 */
export function giveTillId(settings: SettingsKeeper, newId: () => string): void {
  if (settings.get().tillId === '') settings.update(all => ({ ...all, tillId: newId() }))
}
