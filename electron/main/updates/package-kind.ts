import type { UpdateInstaller } from '../../../shared/updates'

/** The packages that a till can have been installed from, by the end of their names. */
export type PackageKind = 'exe' | 'zip' | 'AppImage' | 'deb' | 'rpm'

/** Which package this computer takes. A Linux without dpkg is one with rpm. */
export function packageKindOf(
  platform: NodeJS.Platform,
  { appImage, hasDpkg }: { appImage: boolean; hasDpkg: boolean },
): PackageKind {
  if (platform === 'win32') return 'exe'
  if (platform === 'darwin') return 'zip'
  if (appImage) return 'AppImage'
  return hasDpkg ? 'deb' : 'rpm'
}

/**
 * A deb or rpm is installed as root. The package lies where the cashier's account can change it after it was
 * checked, so the till never hands it to a program with root's rights (decision 38).
 */
export function installerOf(kind: PackageKind): UpdateInstaller {
  return kind === 'deb' || kind === 'rpm' ? 'person' : 'till'
}
