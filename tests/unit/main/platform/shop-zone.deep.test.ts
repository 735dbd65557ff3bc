import { spawnSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bundle } from '../../../support/bundle'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** A copy of /etc of its own for one process: nothing of this computer is changed. */
const alone = 'mount --bind "$ETC" /etc && exec "$0" "$@"'
const mayMount = spawnSync('unshare', ['-m', 'true']).status === 0

it.skipIf(!mayMount)(
  'a time zone that a person sets while the till runs is taken over',
  async () => {
    const made = await bundle({ zone: 'electron/main/platform/shop-zone.ts' })
    const folder = newFolder()
    cpSync('/etc', folder, { recursive: true, verbatimSymlinks: true })
    const script = join(newFolder(), 'set-zone.mjs')
    writeFileSync(
      script,
      `import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
    import { readZoneAgain, shopZone } from ${JSON.stringify(made.file('zone'))}
    const setZone = zone => {
      rmSync('/etc/localtime', { force: true })
      symlinkSync('/usr/share/zoneinfo/' + zone, '/etc/localtime')
      writeFileSync('/etc/timezone', zone)
    }
    const hour = () => new Date(Date.UTC(2026, 10, 27, 22, 30)).getHours()
    setZone('Etc/UTC')
    const before = [readZoneAgain(), hour()]
    setZone('Africa/Nairobi')
    const unread = [shopZone(), hour()]
    const after = [readZoneAgain(), hour()]
    console.log(JSON.stringify({ before, unread, after }))`,
    )
    const { TZ: _own, ...env } = process.env
    const ran = spawnSync('unshare', ['-m', 'sh', '-c', alone, process.execPath, script], {
      env: { ...env, ETC: folder },
      encoding: 'utf8',
    })
    made.remove()
    expect(ran.stderr).toBe('')
    const { before, unread, after } = JSON.parse(ran.stdout)
    expect(before[1]).toBe(22)
    expect(unread, 'Node does not ask again by itself').toEqual(before)
    expect(after).toEqual(['Africa/Nairobi', 1])
  },
)
