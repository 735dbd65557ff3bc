import { z } from 'zod'
import { inProject, readJson } from '../../project'

/** The name of the program, of its package and of its desktop entry. */
export const programName = 'kaunta'
/** The component's id in AppStream: the same as electron-builder.yml's appId. */
export const componentId = 'app.kaunta.till'
/** Where the program is put; `/usr/bin/kaunta` leads to it. */
export const programFolder = `/usr/lib/${programName}`
export const autostartFile = `/etc/xdg/autostart/${programName}.desktop`
export const desktopFile = `/usr/share/applications/${programName}.desktop`
export const metainfoFile = `/usr/share/metainfo/${componentId}.metainfo.xml`

const manifestSchema = z.object({
  version: z.string(),
  description: z.string(),
  license: z.string(),
  author: z.string(),
})
/** What the packages say about the program. */
export type PackageFacts = z.infer<typeof manifestSchema>

interface Staged {
  /** Everything that is installed, below this folder. */
  root: string
  facts: PackageFacts
  /** The package to write. */
  file: string
  /** Larger, but made in a few seconds: for tests. */
  quick: boolean
}

/** A format of packages, and the distribution's own tool that makes them. Nothing is downloaded. */
export interface InstallerFormat {
  tool: string
  /** The Debian package that brings the tool. */
  from: string
  fileName: (facts: PackageFacts) => string
  /** Writes what the tool wants to know; gives the tool's arguments. */
  command: (staged: Staged) => Promise<string[]>
}

export async function packageFacts(version?: string): Promise<PackageFacts> {
  const manifest = manifestSchema.parse(await readJson(inProject('package.json')))
  return version === undefined ? manifest : { ...manifest, version }
}

const summary = 'Take mobile-money and card payments at the counter'

/**
 * From Electron 38 on a program uses Wayland where there is one, which lets no program place its windows: the
 * customer's would not go to its own display. XWayland lets it, and is what every test runs on.
 */
const command = `/usr/bin/${programName} --ozone-platform=x11`

const entry = `[Desktop Entry]
Type=Application
Version=1.4
Name=Kaunta
GenericName=Point of sale
GenericName[sw]=Mashine ya mauzo
Comment=${summary}
Comment[sw]=Pokea malipo ya simu na ya kadi kaunta
TryExec=/usr/bin/${programName}
Exec=${command}
Icon=${programName}
Terminal=false
StartupNotify=true
StartupWMClass=Kaunta
`

/** The entry in the desktop's menu. */
export const desktopEntry = `${entry}Categories=Office;Finance;
Keywords=till;payment;sale;cashier;malipo;mauzo;
X-GNOME-SingleWindow=true
`

/**
 * Starts the till when its person signs in, once that is chosen: it ships hidden, which the desktop's
 * list of programs to start shows as off. It is a configuration file: an upgrade keeps the choice.
 */
export const autostartEntry = `${entry}Hidden=true
X-GNOME-Autostart-enabled=false
`

/** What software centres show. */
export function metainfo({ version, license }: PackageFacts, date: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${componentId}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>${license}</project_license>
  <name>Kaunta</name>
  <summary>${summary}</summary>
  <summary xml:lang="sw">Pokea malipo ya simu na ya kadi kaunta</summary>
  <description>
    <p>Kaunta is a till for shops. The cashier enters the amount, the customer confirms on the phone or pays by card, and the till says PAID only when the payment service said so.</p>
    <p xml:lang="sw">Kaunta ni mashine ya mauzo ya duka. Mhudumu anaingiza kiasi, mteja anathibitisha kwenye simu au analipa kwa kadi, na mashine inasema IMELIPWA pale tu huduma ya malipo inaposema hivyo.</p>
  </description>
  <launchable type="desktop-id">${programName}.desktop</launchable>
  <icon type="stock">${programName}</icon>
  <categories>
    <category>Office</category>
    <category>Finance</category>
  </categories>
  <provides>
    <binary>${programName}</binary>
  </provides>
  <supports>
    <control>keyboard</control>
    <control>pointing</control>
    <control>touch</control>
  </supports>
  <developer_name>The Kaunta developers</developer_name>
  <content_rating type="oars-1.1">
    <content_attribute id="money-purchasing">none</content_attribute>
  </content_rating>
  <releases>
    <release version="${version}" date="${date}"/>
  </releases>
</component>
`
}
