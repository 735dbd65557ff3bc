import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { SupportFile } from '../../../../../electron/main/outputs/exports/support-file'
import { createFileSink } from '../../../../../electron/main/platform/file-log'
import { createLog } from '../../../../../electron/main/platform/log'
import { systemRandom } from '../../../../../electron/main/platform/random'
import { defaultSettings, type Settings } from '../../../../../shared/settings'
import { createVirtualClock, morning } from '../../../../support/payments/clock'
import { ledgerIn } from '../../../../support/payments/ledger'
import { eventsTo, recorded } from '../../../../support/payments/payments'
import { succeeded } from '../../../../support/results'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** What must never leave the shop, each typed where a person may type it. */
const secrets = {
  shop: 'Duka la Mwajuma',
  firstName: 'Zawadi',
  phone: '255754123987',
  email: 'zawadi@example.org',
  inAddress: 'sk_live_9f8e7d6c5b4a',
  footer: 'Piga 0754 123 987',
  printer: 'Mwajuma-printer',
  account: 'acct-51c0ffee',
}

const { firstName, email } = secrets
const { customer: noName } = defaultSettings.shop

const settings: Settings = {
  ...defaultSettings,
  active: 'production',
  shop: { ...defaultSettings.shop, name: secrets.shop, customer: { ...noName, firstName, email } },
  receipts: { ...defaultSettings.receipts, footer: secrets.footer, printer: secrets.printer },
  production: {
    ...defaultSettings.production,
    address: `https://pay.example.org/${secrets.inAddress}?key=${secrets.inAddress}`,
    account: secrets.account,
    accountKeys: [{ fingerprint: 'ab'.repeat(16), account: secrets.account }],
  },
}

function open() {
  const folder = newFolder()
  const { ledger, close } = ledgerIn(newFolder())
  const id = systemRandom.paymentId(morning)
  const customer = { ...recorded().customer, firstName, email }
  ledger.record(id, recorded({ at: morning, customer }), { body: '{}' })
  ledger.append(id, ...eventsTo('settled'))
  const log = createLog(createFileSink(folder))
  log.warn('call-failed', { payment: id, error: new Error(`rejected ${secrets.phone}`) })
  const shown: string[] = []
  const exportFolder = join(folder, 'Kaunta')
  const file = new SupportFile({
    version: '1.2.3',
    logFolder: join(folder, 'logs'),
    exportFolder,
    clock: createVirtualClock(),
    settings: () => settings,
    ledger: () => ({ kind: 'production', statistics: ledger.statistics() }),
    stage: () => 'selling',
    showItemInFolder: path => shown.push(path),
  })
  return { shown, exportFolder, file, close, id }
}

const saved = async (file: SupportFile) => succeeded(await file.save())

describe('the support file', () => {
  it('holds exactly what a person read before it was saved', async () => {
    const { file } = open()
    const shown = succeeded(await file.collect())
    const entries = unzipSync(readFileSync(await saved(file)))
    expect(Object.keys(entries)).toEqual(['till.json', 'settings.json', 'ledger.json', 'log.txt'])
    for (const { name, text } of shown)
      expect(strFromU8(entries[name] ?? new Uint8Array())).toBe(text)
  })

  it('tells version, system, stage, the state of the ledger and of its chain, and the log', async () => {
    const { file, id } = open()
    const [till, , ledger, log] = succeeded(await file.collect()).map(({ text }) => text)
    expect(JSON.parse(till ?? '')).toMatchObject({
      version: '1.2.3',
      stage: 'selling',
      node: process.versions.node,
      system: { platform: process.platform, arch: process.arch },
    })
    const lastLink = expect.stringMatching(/^[0-9a-f]{16}$/)
    const statistics = { payments: 1, open: 0, needsAttention: 0, links: 2, lastLink }
    expect(JSON.parse(ledger ?? '')).toMatchObject({
      ledger: { kind: 'production', statistics },
    })
    expect(log).toContain('call-failed')
    expect(log).toContain(id)
  })

  it('holds no customer, no key, no account and no name, in plain or encoded form', async () => {
    const { file } = open()
    const texts = succeeded(await file.collect()).map(({ text }) => text)
    const all = texts.join('\n')
    for (const secret of Object.values(secrets)) {
      const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '')
      const hex = Buffer.from(secret).toString('hex')
      for (const form of [secret, encodeURIComponent(secret), base64, hex])
        expect(all).not.toContain(form)
    }
    expect(all).toContain('"address": "https://pay.example.org"')
    expect(all).toContain('"name": "set"')
  })

  it('is saved once it was collected, and shown in its folder once it is saved', async () => {
    const { file, shown } = open()
    expect(await file.save()).toMatchObject({ ok: false, code: 'not-exported' })
    expect(file.showInFolder()).toMatchObject({ ok: false, code: 'not-allowed' })
    await file.collect()
    const path = await saved(file)
    expect(file.showInFolder()).toMatchObject({ ok: true })
    expect(shown).toEqual([path])
  })

  it('says that the ledger cannot be read, and holds the rest', async () => {
    const { file, close } = open()
    close()
    const [, , ledger] = succeeded(await file.collect())
    expect(JSON.parse(ledger?.text ?? '')).toMatchObject({ ledger: 'unreadable' })
  })

  it('does not overwrite an earlier file, and fails with a message where it cannot be written', async () => {
    const { file } = open()
    await file.collect()
    const [first, second] = [await saved(file), await saved(file)]
    expect(second).not.toBe(first)
    const blocked = open()
    writeFileSync(blocked.exportFolder, 'a file')
    await blocked.file.collect()
    expect(await blocked.file.save()).toMatchObject({ ok: false, code: 'not-exported' })
  })
})
