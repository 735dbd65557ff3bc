import { describe, expect, it } from 'vitest'
import { choosePackages, installCommand } from '../../../scripts/linux/apt'
import { hasDisplay, onVirtualDisplay } from '../../../scripts/linux/display'
import { electronLibraries, missingLibraries } from '../../../scripts/linux/requirements'

const { packages } = electronLibraries('electron')

describe('system packages', () => {
  it('have the old names on Debian 12', () => {
    const debian12 = new Set(['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1'])
    expect(choosePackages(packages, name => debian12.has(name))).toEqual([...debian12])
  })

  it('have the new names where both are known', () => {
    const known = new Set(['libgtk-3-0', 'libgtk-3-0t64', 'libnss3', 'libasound2t64', 'libgbm1'])
    expect(choosePackages(packages, name => known.has(name))).toEqual([
      'libgtk-3-0t64',
      'libnss3',
      'libasound2t64',
      'libgbm1',
    ])
  })

  it('are still named when the package lists are empty', () => {
    expect(choosePackages(packages, () => false)).toContain('libgtk-3-0')
  })

  it('are installed by one command to copy', () => {
    expect(installCommand(['a', 'b'])).toBe('sudo apt-get install -y a b')
  })
})

describe('missing libraries', () => {
  it('are those that ldd did not find', () => {
    const output = [
      '\tlinux-vdso.so.1 (0x00007ffd)',
      '\tlibgtk-3.so.0 => not found',
      '\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)',
      '\tlibasound.so.2 => not found',
    ].join('\n')
    expect(missingLibraries(output)).toEqual(['libgtk-3.so.0', 'libasound.so.2'])
  })

  it('are none where all is found', () => {
    expect(missingLibraries('\tlibc.so.6 => /lib/libc.so.6 (0x00007f)\n')).toEqual([])
  })
})

describe('the screen', () => {
  it('is there with X11 or Wayland', () => {
    expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true)
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
    expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false)
    expect(hasDisplay('linux', {})).toBe(false)
    expect(hasDisplay('win32', {})).toBe(true)
  })

  it('is replaced by one in memory', () => {
    expect(onVirtualDisplay('node', ['x y'])).toEqual([
      'xvfb-run',
      ['-a', '-s', '-screen 0 1920x1200x24 -noreset', 'node', 'x y'],
    ])
  })

  it('is larger than a 4K window where pictures of one are wanted', () => {
    const [, [, , screen]] = onVirtualDisplay('node', [], { KAUNTA_PICTURES: '4k' })
    expect(screen).toBe('-screen 0 3840x2400x24 -noreset')
  })
})
