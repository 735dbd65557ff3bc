import { chmod, cp, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inProject } from '../../project'
import {
  autostartEntry,
  autostartFile,
  desktopEntry,
  desktopFile,
  metainfo,
  metainfoFile,
  type PackageFacts,
  programFolder,
  programName,
} from './texts'

const documentFolder = `/usr/share/doc/${programName}`

/** Puts everything that is installed below `root`, as both package formats take it. */
export async function stageInstalled(
  packed: string,
  root: string,
  facts: PackageFacts,
): Promise<void> {
  const place = (file: string) => path.join(root, file)
  await cp(packed, place(programFolder), { recursive: true })
  await write(place(desktopFile), desktopEntry)
  await write(place(autostartFile), autostartEntry)
  const released = new Date().toISOString().slice(0, 10)
  await write(place(metainfoFile), metainfo(facts, released))
  await write(place(`${documentFolder}/copyright`), await copyright(facts))
  // The drawing makes every size; the picture is for a desktop that draws none.
  const icons = inProject('resources', 'icons')
  await write(place(iconFile('256x256', 'png')), await readFile(path.join(icons, 'kaunta-256.png')))
  await write(place(iconFile('scalable', 'svg')), await readFile(path.join(icons, 'kaunta.svg')))
  await mkdir(place('/usr/bin'), { recursive: true })
  await symlink(
    `..${programFolder.replace('/usr', '')}/${programName}`,
    place(`/usr/bin/${programName}`),
  )
  await setModes(root)
}

const iconFile = (size: string, extension: string) =>
  `/usr/share/icons/hicolor/${size}/apps/${programName}.${extension}`

async function write(file: string, content: string | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
}

async function copyright({ license }: PackageFacts): Promise<string> {
  const text = await readFile(inProject('LICENSE'), 'utf8')
  const inside = ['THIRD-PARTY-NOTICES.txt', 'LICENSE.electron.txt', 'LICENSES.chromium.html']
  const list = inside.map(file => `  ${programFolder}/${file}`).join('\n')
  return `Kaunta (${license})\n\n${text}\nThe licences of what it contains:\n${list}\n`
}

/**
 * Chromium's own helper must belong to root and be set-uid: where the kernel denies user namespaces to
 * ordinary users (Ubuntu 24.04 does), the sandbox starts through it.
 */
const helperMode = 0o4755

/** What root owns and everybody reads, whatever the builder's umask is. */
async function setModes(file: string): Promise<void> {
  const own = await lstat(file)
  if (own.isSymbolicLink()) return
  if (own.isDirectory())
    for (const name of await readdir(file)) await setModes(path.join(file, name))
  const isHelper = path.basename(file) === 'chrome-sandbox'
  const isProgram = own.isDirectory() || (own.mode & 0o100) !== 0
  await chmod(file, isHelper ? helperMode : isProgram ? 0o755 : 0o644)
}

/** The size of what is installed, in KiB, as Debian counts it. */
export async function installedSize(file: string): Promise<number> {
  const own = await lstat(file)
  if (!own.isDirectory()) return Math.ceil(own.size / 1024)
  const parts = await Promise.all(
    (await readdir(file)).map(name => installedSize(path.join(file, name))),
  )
  return parts.reduce((sum, size) => sum + size, 1)
}
