import { expect, it } from 'vitest'
import { hasDisplay, onVirtualDisplay } from '../../../scripts/linux/display'
import { choosePackages } from '../../../scripts/linux/prepare'
import { electronLibraries, missingLibraries } from '../../../scripts/linux/requirements'

it.each([
  ['the old names on Debian 12', ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1'], 'libgtk-3-0'],
  ['the new names where both are known', ['libgtk-3-0', 'libgtk-3-0t64'], 'libgtk-3-0t64'],
  ['a name also when the package lists are empty', [], 'libgtk-3-0'],
])('system packages have %s', (_, known, name) => {
  const { packages } = electronLibraries('electron')
  const chosen = choosePackages(packages, one => known.includes(one))
  expect(chosen).toHaveLength(4)
  expect(chosen[0]).toBe(name)
})

it('missing libraries are those that ldd did not find', () => {
  const output = [
    '\tlinux-vdso.so.1 (0x00007ffd)',
    '\tlibgtk-3.so.0 => not found',
    '\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)',
    '\tlibasound.so.2 => not found',
  ].join('\n')
  expect(missingLibraries(output)).toEqual(['libgtk-3.so.0', 'libasound.so.2'])
})

it('the screen is there with X11 or Wayland, or is one in memory, larger for pictures of 4K', () => {
  expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true)
  expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
  expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false)
  expect(hasDisplay('win32', {})).toBe(true)
  const [command, args] = onVirtualDisplay('node', ['x y'], {})
  const screen = '-screen 0 1920x1200x24 -noreset'
  expect([command, ...args]).toEqual(['xvfb-run', '-a', '-s', screen, 'node', 'x y'])
  const [, [, , large]] = onVirtualDisplay('node', [], { KAUNTA_PICTURES: '4k' })
  expect(large).toBe('-screen 0 3840x2400x24 -noreset')
})
