import { describe, expect, it } from 'vitest'
import { refusalText } from '../../../../electron/main/platform/start-failure'
import { needsNoSandbox, refusedSwitches } from '../../../../electron/main/platform/switches'

const on = (platform: NodeJS.Platform, needs = false) => ({ platform, needsNoSandbox: needs })

describe('the command line of a till for shops', () => {
  it.each([
    ...['--remote-debugging-port=9222', '-remote-debugging-port=9222', '--remote-debugging-pipe'],
    ...['--Remote-Debugging-Port=1', '--remote-debugging-port =1', ' --remote-debugging-port=1'],
    ...['\t\n\v\f\r -remote-debugging-port=9334', '\u0085\u00a0\u2003\u3000--inspect=1'],
    ...['--remote-debugging-address=0.0.0.0', '--remote-allow-origins=*'],
    ...['--inspect', '--inspect=0.0.0.0:9229', '--inspect-brk', '--js-flags=--expose-gc', '-e'],
    ...['--load-extension=/tmp/x', '--disable-web-security', '--ignore-certificate-errors'],
    ...['--proxy-server=127.0.0.1:8080', '--host-resolver-rules=MAP * 127.0.0.1'],
    ...['--renderer-cmd-prefix=/tmp/x', '--gpu-launcher=/tmp/x', '--use-mock-keychain'],
    ...['--log-net-log=/tmp/x', '--enable-logging', '--user-data-dir=/srv/till', '--no-sandbox'],
    ...['--require=/tmp/x.cjs', '--a-switch-of-next-year', '--'],
  ])('is refused with %s', arg => {
    const [name] = arg
      .replace(/^[\s\u0085]*--?/, '')
      .toLowerCase()
      .split(/ ?=/)
    for (const platform of ['linux', 'win32', 'darwin'] as const)
      expect(refusedSwitches(['--lang=sw', arg, 'a-file'], on(platform))).toEqual([name])
  })

  it('may say what a screen needs', () => {
    const args = ['--lang=sw', ' --ozone-platform-hint=auto', '-disable-gpu', '--Lang=en']
    expect(refusedSwitches([...args, '/home/asha/a-file', 'kaunta'], on('linux'))).toEqual([])
    expect(refusedSwitches([], on('linux'))).toEqual([])
  })

  it('says no more after the end of the switches than before it', () => {
    expect(refusedSwitches(['--', '--inspect'], on('linux'))).toEqual(['', 'inspect'])
  })

  it('may switch the sandbox off only where it cannot start', () => {
    expect(refusedSwitches(['--no-sandbox'], on('linux', true))).toEqual([])
    expect(refusedSwitches(['--no-sandbox-and-etc'], on('linux', true))).toHaveLength(1)

    const kernel = (settings: Record<string, string>) => (file: string) =>
      settings[file.split('/').at(-1) ?? ''] ?? null
    const allows = kernel({ max_user_namespaces: '31231\n', unprivileged_userns_clone: '1\n' })
    expect(needsNoSandbox('linux', false, allows)).toBe(false)
    expect(needsNoSandbox('linux', false, kernel({}))).toBe(false)
    expect(needsNoSandbox('linux', true, allows)).toBe(true)
    for (const denied of [
      { max_user_namespaces: '0\n' },
      { unprivileged_userns_clone: '0\n' },
      { apparmor_restrict_unprivileged_userns: '1\n' },
    ]) {
      expect(needsNoSandbox('linux', false, kernel(denied))).toBe(true)
      expect(needsNoSandbox('win32', false, kernel(denied))).toBe(false)
    }
  })

  it('knows what each system takes for a switch', () => {
    for (const arg of ['/remote-debugging-port=1', ' /Remote-Debugging-Port=1'])
      expect(refusedSwitches([arg], on('win32'))).toEqual(['remote-debugging-port'])
    expect(refusedSwitches(['/home/asha'], on('linux'))).toEqual([])
    expect(refusedSwitches(['-psn_0_123', '-AppleLanguages'], on('darwin'))).toEqual([])
    expect(refusedSwitches(['-psn_0_123'], on('linux'))).toEqual(['psn_0_123'])
  })

  it('is answered in both languages, by the names of the switches', () => {
    const text = refusalText(['inspect', 'js-flags'])
    expect(text.split('--inspect --js-flags')).toHaveLength(3)
    expect(text).toContain('Start Kaunta from its icon')
    expect(text).toContain('Washa Kaunta')
  })
})
