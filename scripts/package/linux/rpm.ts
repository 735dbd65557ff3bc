import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  autostartFile,
  type InstallerFormat,
  type PackageFacts,
  programFolder,
  programName,
} from './texts'

const architectures: Partial<Record<NodeJS.Architecture, string>> = {
  x64: 'x86_64',
  arm64: 'aarch64',
}

/**
 * A package for Fedora, openSUSE and theirs, by rpmbuild. It finds what the programs need by their
 * libraries' names, which are the same everywhere; libsecret is loaded by name at run time.
 */
export const rpm: InstallerFormat = {
  tool: 'rpmbuild',
  from: 'rpm',
  fileName: ({ version }) => `${programName}-${version}-1.${architecture()}.rpm`,
  async command({ root, facts, file, quick }) {
    const spec = path.join(path.dirname(root), `${programName}.spec`)
    await writeFile(spec, specOf(facts, root, quick))
    const folder = `_rpmdir ${path.dirname(file)}`
    const name = `_rpmfilename ${path.basename(file)}`
    const top = `_topdir ${path.join(path.dirname(root), 'rpmbuild')}`
    const defined = [folder, name, top].flatMap(one => ['--define', one])
    return ['-bb', '--buildroot', `${root}-rpm`, '--target', architecture(), ...defined, spec]
  },
}

/** Everything is built already: it is copied as it is, and nothing is stripped or compiled. */
export function specOf(
  { version, license, description }: PackageFacts,
  root: string,
  quick: boolean,
) {
  return `%global __os_install_post %{nil}
%global debug_package %{nil}
%global _build_id_links none
%global __requires_exclude ^lib(ffmpeg|EGL|GLESv2|vulkan|vk_swiftshader)\\\\.so.*$
%define _binary_payload ${quick ? 'w1.gzdio' : 'w6T0.xzdio'}

Name: ${programName}
Version: ${version}
Release: 1
Summary: ${description.split('. ')[0]}
License: ${license}
AutoProv: no
Requires: libsecret-1.so.0()(64bit)
Requires: xdg-utils

%description
${description}

%install
cp -a ${root}/. %{buildroot}/

%files
%defattr(-,root,root,-)
%config(noreplace) ${autostartFile}
${programFolder}
/usr/bin/${programName}
/usr/share/applications/*
/usr/share/doc/${programName}
/usr/share/icons/hicolor/*/apps/*
/usr/share/metainfo/*
`
}

function architecture(): string {
  return architectures[process.arch] ?? process.arch
}
