import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isSignedBy } from '../../../electron/main/updates/release'
import { writeUpdateLists } from '../../../scripts/package/update-list'
import { inProject } from '../../../scripts/project'
import { temporaryFolders } from '../../support/temporary-folder'

const newFolder = temporaryFolders()

/** The script of a step of the release workflow. */
function stepOf(name: string): string {
  const workflow = readFileSync(inProject('.github/workflows/release.yml'), 'utf8')
  const [, after = ''] = workflow.split(`      - name: ${name}\n`)
  const [, script = ''] = after.split('        run: |\n')
  const lines = script.split('\n')
  const end = lines.findIndex(line => line !== '' && !line.startsWith('          '))
  return lines.slice(0, end).join('\n')
}

it('lists each system’s packages, by processor on Linux, and nothing else', async () => {
  const folder = newFolder()
  const files = [
    'kaunta_0.2.0_amd64.deb',
    'kaunta-0.2.0-1.x86_64.rpm',
    'kaunta-0.2.0-linux-x86_64.AppImage',
    'kaunta-0.2.0-linux-arm64.AppImage',
    'kaunta-0.2.0-win-x64.exe',
    'kaunta-0.2.0-mac-arm64.zip',
    'kaunta-0.2.0-mac-arm64.dmg',
    'kaunta-Linux.cdx.json',
  ]
  for (const file of files) writeFileSync(join(folder, file), file)
  const lists = await writeUpdateLists(folder, '0.2.0')
  const named = (list: string) =>
    [...readFileSync(join(folder, list), 'utf8').matchAll(/url: (.*)/g)].map(([, name]) => name)
  const [deb, rpm, appImage, appImageArm, exe, zip] = files
  expect(lists.map(list => [list, ...named(list)])).toEqual([
    ['latest.yml', exe],
    ['latest-mac.yml', zip],
    ['latest-linux-arm64.yml', appImageArm],
    ['latest-linux.yml', rpm, appImage, deb],
  ])
})

it('the release workflow’s own commands sign a list as the till verifies it', () => {
  const folder = join(newFolder(), 'packages')
  mkdirSync(folder)
  const list = 'version: 0.2.0\nfiles: []\n'
  writeFileSync(join(folder, 'latest-linux.yml'), list)
  const key = execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519'], { encoding: 'utf8' })
  execFileSync('bash', ['-e', '-c', stepOf('Sign the lists of packages')], {
    cwd: folder,
    env: { ...process.env, UPDATE_KEY: key.trim() },
  })
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const publicKey = read('UPDATE-KEY.txt').trim()
  expect(isSignedBy(publicKey, list, read('latest-linux.yml.sig'))).toBe(true)
  expect(isSignedBy(publicKey, `${list} `, read('latest-linux.yml.sig'))).toBe(false)
  expect(readdirSync(join(folder, '..'))).not.toContain('update-key.pem')
})
