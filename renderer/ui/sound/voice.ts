import type { Language } from '../../../shared/language'
import type { AlertSettings } from '../../../shared/settings/alerts'

type Volume = AlertSettings['volume']

const loudness: Record<Volume, number> = { off: 0, quiet: 0.4, normal: 0.8, loud: 1 }

/** Voices of this computer itself. One that asks a server would tell it what customers pay. */
export function offlineVoice(language: Language): SpeechSynthesisVoice | null {
  const voices = globalThis.speechSynthesis?.getVoices() ?? []
  const speaks = ({ lang }: SpeechSynthesisVoice) =>
    lang.toLowerCase().split(/[-_]/)[0] === language
  return voices.find(voice => voice.localService && speaks(voice)) ?? null
}

/** Says a text in place of one that is still being said; silent where no voice of this computer can. */
export function speak(text: string, language: Language, volume: Volume): void {
  const voice = offlineVoice(language)
  if (voice === null || volume === 'off') return
  const utterance = new SpeechSynthesisUtterance(text)
  Object.assign(utterance, { voice, lang: voice.lang, volume: loudness[volume] })
  speechSynthesis.cancel()
  speechSynthesis.speak(utterance)
}

/** Calls the listener whenever the computer's voices are known or change; returns what stops it. */
export function followVoices(changed: () => void): () => void {
  const synthesis = globalThis.speechSynthesis
  synthesis?.addEventListener('voiceschanged', changed)
  return () => synthesis?.removeEventListener('voiceschanged', changed)
}
