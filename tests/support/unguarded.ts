import { createSettingsGuard } from '../../electron/main/vault/settings-guard'
import { newWitness } from './witness'

/** For tests whose subject is not the guard over the settings: there is no vault to vouch for them. */
export const unguarded = createSettingsGuard({ ok: false, reason: 'newer' }, newWitness())
