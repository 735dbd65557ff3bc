import { PASSPHRASE, saveKeys, storeIn } from '../support/till-store'

/** Changes the store of a folder until it is killed, and says each change once it is kept. */
const [, , folder = ''] = process.argv
const say = (text: string) => process.stdout.write(`${text}\n`)

say('begun')
const store = storeIn(folder)
if (store.closed() === 'passphrase') await store.open(PASSPHRASE)
else await store.choosePassphrase(PASSPHRASE)
if (store.document().keys.production === null) saveKeys(store)
say('protected')
for (let number = Number(store.document().settings.shop.name) + 1; ; number += 1) {
  const entry = store.entry('locked', null, { number })
  store.commit(
    document => ({
      ...document,
      settings: { ...document.settings, shop: { ...document.settings.shop, name: String(number) } },
    }),
    entry,
  )
  say(String(number))
  if (number % 5 === 0) say(store.newRecoveryCode(store.entry('recovery-code-made', null)))
}
