import type en from '../../resources/languages/en.json'

// A key that en.json does not have is a type error, not an odd word on the screen.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}
