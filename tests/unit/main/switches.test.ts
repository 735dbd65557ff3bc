import { describe, expect, it } from 'vitest'
import { refusalText, refusedSwitches } from '../../../electron/main/switches'

describe('the command line of a packaged till', () => {
  it.each([
    '--remote-debugging-port=9222',
    '-remote-debugging-port=9222',
    '--Remote-Debugging-Port=9222',
    '--remote-debugging-pipe',
    '--remote-debugging-address=0.0.0.0',
    '--remote-allow-origins=*',
    '--inspect',
    '--inspect=0.0.0.0:9229',
    '--inspect-brk',
    '--js-flags=--expose-gc',
    '--load-extension=/tmp/x',
    '--disable-web-security',
    '--ignore-certificate-errors',
    '--proxy-server=127.0.0.1:8080',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--renderer-cmd-prefix=/tmp/x',
    '--gpu-launcher=/tmp/x',
    '--use-mock-keychain',
    '--log-net-log=/tmp/x',
    '--enable-logging',
    '--require=/tmp/x.cjs',
    '--a-switch-of-next-year',
    '-e',
    '--',
  ])('is refused with %s', arg => {
    const [name] = arg.replace(/^--?/, '').toLowerCase().split('=')
    for (const platform of ['linux', 'win32', 'darwin'] as const)
      expect(refusedSwitches(['--lang=sw', arg, 'a-file'], platform)).toEqual([name])
  })

  it('may say where the data is, and what a screen or a packager needs', () => {
    const args = ['--user-data-dir=/srv/till 2', '--no-sandbox', '--ozone-platform-hint=auto']
    expect(refusedSwitches([...args, '/home/asha/a-file', 'kaunta'], 'linux')).toEqual([])
    expect(refusedSwitches([], 'linux')).toEqual([])
  })

  it('knows what each system takes for a switch', () => {
    expect(refusedSwitches(['/remote-debugging-port=1'], 'win32')).toEqual([
      'remote-debugging-port',
    ])
    expect(refusedSwitches(['/home/asha'], 'linux')).toEqual([])
    expect(refusedSwitches(['-psn_0_123', '-AppleLanguages'], 'darwin')).toEqual([])
    expect(refusedSwitches(['-psn_0_123'], 'linux')).toEqual(['psn_0_123'])
  })

  it('is answered in both languages, by the names of the switches', () => {
    const text = refusalText(['inspect', 'js-flags'])
    expect(text.split('--inspect --js-flags')).toHaveLength(3)
    expect(text).toContain('Start Kaunta from its icon')
    expect(text).toContain('Washa Kaunta')
  })
})
