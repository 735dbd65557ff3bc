import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { control } from '../../../scripts/package/linux/deb'
import { specOf } from '../../../scripts/package/linux/rpm'
import {
  autostartEntry,
  componentId,
  desktopEntry,
  metainfo,
  packageFacts,
} from '../../../scripts/package/linux/texts'
import { inProject } from '../../../scripts/project'

const facts = await packageFacts('1.2.3')

describe('what the Linux packages say', () => {
  it('names the version, the size and what the till needs', () => {
    const text = control(facts, 290_000)
    expect(text).toMatch(/^Version: 1\.2\.3$/m)
    expect(text).toMatch(/^Installed-Size: 290000$/m)
    expect(text).toMatch(/^Depends: .*libgtk-3-0t64 \| libgtk-3-0, .*libsecret-1-0/m)
    expect(specOf(facts, '/x', false)).toMatch(/^Version: 1\.2\.3$/m)
    expect(metainfo(facts, '2026-01-02')).toContain('<release version="1.2.3" date="2026-01-02"/>')
  })

  it('shows the till in the menu, and starts it with the computer only once that is chosen', () => {
    expect(desktopEntry).not.toContain('Hidden')
    expect(autostartEntry).toContain('\nHidden=true\n')
    // After a removal the configuration file may be left: it then starts nothing.
    expect(autostartEntry).toMatch(/^TryExec=\/usr\/bin\/kaunta$/m)
  })
})

/** What electron-builder itself judges its configuration with, and the reader that it uses. */
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
const { validateConfiguration } = builder('app-builder-lib/out/util/config/config') as {
  validateConfiguration: (config: unknown, log: { add(): void }) => Promise<void>
}
const { load } = builder('js-yaml') as { load: (text: string) => unknown }
const validate = (config: unknown) => validateConfiguration(config, { add: () => undefined })

describe('electron-builder.yml', () => {
  const config = z
    .looseObject({
      appId: z.string(),
      publish: z.unknown(),
      files: z.array(z.unknown()),
      win: z.looseObject({ target: z.unknown() }),
      nsis: z.looseObject({ perMachine: z.boolean(), deleteAppDataOnUninstall: z.boolean() }),
      mac: z.looseObject({ target: z.unknown() }),
      linux: z.looseObject({ target: z.unknown() }),
    })
    .parse(load(readFileSync(inProject('electron-builder.yml'), 'utf8')))

  it('is valid, by electron-builder’s own schema', async () => {
    await expect(validate(config)).resolves.toBeUndefined()
    for (const [part, wrong] of Object.entries({
      nsis: { perMachines: false },
      dmg: { titel: 'x' },
    }))
      await expect(validate({ ...config, [part]: wrong })).rejects.toThrow(`configuration.${part}`)
  })

  it('makes an installer for each system, and keeps a person’s data when it is removed', () => {
    const targets = [config.win.target, config.mac.target, config.linux.target]
    expect(targets).toEqual(['nsis', ['dmg', 'zip'], ['dir', 'AppImage']])
    expect(config.nsis).toMatchObject({ perMachine: false, deleteAppDataOnUninstall: false })
    expect(config.appId).toBe(componentId)
  })
})
