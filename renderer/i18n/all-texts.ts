import i18next from 'i18next'
// As text: another module than the one that the bundler leaves out of what the first screen does not use.
import en from '../../resources/languages/en.json?raw'

/** Makes every text ready. In a file of its own: the till's first screen does without most of them. */
export function addAllTexts(): void {
  i18next.addResourceBundle('en', 'translation', JSON.parse(en))
}
