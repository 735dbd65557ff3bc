import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fill } from '../../../electron/main/outputs/windows/customer-window'
import { applicationMenu } from '../../../electron/main/outputs/windows/lockdown'
import { refusedSwitches } from '../../../electron/main/platform/switches'
import { syncFolder } from '../../../electron/main/store/files/durable-files'
import { createKeychainSealer } from '../../../electron/main/store/keychain-sealer'
import { inProject } from '../../../scripts/project'

const document = readFileSync(inProject('docs', 'evidence', 'other-systems.md'), 'utf8')

describe('what differs on another system', () => {
  it('is a menu on macOS alone, with the keys for copying and quitting, and nothing that leads outside', () => {
    expect([applicationMenu('linux'), applicationMenu('win32')]).toEqual([null, null])
    const roles = applicationMenu('darwin')?.map(({ role }) => role)
    expect(roles).toEqual(['appMenu', 'editMenu', 'windowMenu'])
  })

  it('is that Windows cannot open a folder to bring its names to the disk', () => {
    expect(() => syncFolder('/nowhere/at/all', 'win32')).not.toThrow()
    for (const system of ['linux', 'darwin'] as const)
      expect(() => syncFolder('/nowhere/at/all', system)).toThrow('ENOENT')
  })

  it.each(['linux', 'win32', 'darwin'] as const)(
    'is how the customer’s window fills its display: %s',
    system => {
      const calls: string[] = []
      const window = {
        showInactive: () => calls.push('shown'),
        setBounds: () => calls.push('placed'),
        setFullScreen: () => calls.push('full screen'),
        setSimpleFullScreen: () => calls.push('simple full screen'),
      }
      fill(window, { x: 0, y: 0, width: 800, height: 600 }, system)
      const filled = system === 'darwin' ? 'simple full screen' : 'full screen'
      expect(calls).toEqual(['shown', 'placed', filled])
    },
  )

  it('is what begins a switch: a slash on Windows, and macOS adds some itself', () => {
    const given = ['/inspect', '-psn_0_1', '-AppleLanguages', '--inspect']
    const refused = (platform: NodeJS.Platform) =>
      refusedSwitches(given, { platform, needsNoSandbox: false })
    expect(refused('linux')).toEqual(['psn_0_1', 'applelanguages', 'inspect'])
    expect(refused('win32')).toEqual(['inspect', 'psn_0_1', 'applelanguages', 'inspect'])
    expect(refused('darwin')).toEqual(['inspect'])
  })

  it('is that only Linux has keychains to choose from', () => {
    const storage = {
      isEncryptionAvailable: () => true,
      encryptString: (text: string) => Buffer.from(text),
      decryptString: (sealed: Buffer) => sealed.toString(),
    }
    expect(createKeychainSealer(storage)?.backend).toBe('system')
    const plain = { ...storage, getSelectedStorageBackend: () => 'basic_text' }
    expect(createKeychainSealer(plain)).toBeNull()
  })

  it('is in the files that docs/evidence/other-systems.md names, and in no other', () => {
    const files = ['electron', 'shared', 'renderer'].flatMap(folder =>
      readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
        .filter(file => /\.tsx?$/.test(file))
        .map(file => path.join(folder, file)),
    )
    const asks = /NodeJS\.Platform|process\.platform/
    const asking = files.filter(file => asks.test(readFileSync(inProject(file), 'utf8')))
    expect(asking.length).toBeGreaterThan(3)
    for (const file of asking) expect(document).toContain(`\`${file.replaceAll('\\', '/')}\``)
  })
})
