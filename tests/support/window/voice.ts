import type { Page } from '@playwright/test'

interface Spoken {
  text: string
  lang: string
  volume: number
}

interface VoiceKept {
  spoken: Spoken[]
}

/** Gives the window a computer with these voices, and keeps what they are told to say. */
export async function installVoices(page: Page, languages: readonly string[]): Promise<void> {
  await page.evaluate(langs => {
    const spoken: Spoken[] = []
    Object.assign(window, { spoken })
    Object.defineProperty(speechSynthesis, 'getVoices', {
      configurable: true,
      value: () => langs.map(lang => ({ lang, localService: true, name: lang })),
    })
    // What is told to speak takes only a voice of Chromium's own.
    Object.defineProperty(window, 'SpeechSynthesisUtterance', {
      configurable: true,
      value: class {
        constructor(readonly text: string) {}
      },
    })
    Object.defineProperty(speechSynthesis, 'speak', {
      configurable: true,
      value: ({ text, lang, volume }: Spoken) => spoken.push({ text, lang, volume }),
    })
  }, languages)
}

export function spokenBy(page: Page): Promise<Spoken[]> {
  return page.evaluate(() => (window as unknown as VoiceKept).spoken)
}
