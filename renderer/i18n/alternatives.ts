/** `Recovery code, passphrase or API secret` */
export function alternatives(names: readonly string[], language: string): string {
  const form = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'disjunction' })
  const text = form.format(names)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
