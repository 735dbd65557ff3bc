import { afterEach, describe, expect, it, vi } from 'vitest'
import { offlineVoice } from '../../../renderer/ui/sound/voice'

afterEach(() => vi.unstubAllGlobals())

const voice = (lang: string, localService: boolean) => ({ lang, localService, name: lang })

function withVoices(...voices: ReturnType<typeof voice>[]) {
  vi.stubGlobal('speechSynthesis', { getVoices: () => voices })
}

describe('the voice that says a result', () => {
  it('is one of this computer: another would tell a server what customers pay', () => {
    withVoices(voice('en-GB', false), voice('sw-KE', true), voice('en_US', true))
    expect(offlineVoice('en')).toMatchObject({ lang: 'en_US' })
    withVoices(voice('en-GB', false), voice('sw-KE', true))
    expect(offlineVoice('en')).toBeNull()
  })

  it('is none where the computer has no voices at all', () => {
    expect(offlineVoice('sw')).toBeNull()
  })
})
