import { Transform } from 'node:stream'

/** The head of a line of Chromium's own log: process, time, level, and then its source file. */
const chromiumLine =
  /^\[\d+:\d{4}\/\d{6}\.\d+:(?:INFO|WARNING|ERROR|VERBOSE\d*):([\w./-]+)[:(]\d+\)?\]/

/** Sources of Chromium that complain about parts of a computer that the till does without. */
const harmlessSources = [
  /(^|\/)(bus|object_proxy|dbus_\w+)\.cc$/, // no D-Bus
  /(^|\/)(gpu|gl|egl|vulkan|angle|viz|command_buffer)(_\w+)?\.cc$/, // no GPU
  /(^|\/)(vaapi|v4l2)_\w+\.cc$/, // no video decoder
  /(^|\/)(alsa|pulse)_\w+\.cc$/, // no sound card
]

/** Libraries that write without Chromium's head. */
const harmlessLibraries = [
  /^ALSA lib /,
  /^libva (info|error):/,
  /^MESA(-LOADER)?: /,
  /^libEGL warning: /,
]

/** Whether a line says only that this computer has no D-Bus, GPU, video decoder or sound card. */
export function isNoise(line: string): boolean {
  const source = chromiumLine.exec(line)?.[1]
  if (source !== undefined) return harmlessSources.some(harmless => harmless.test(source))
  return harmlessLibraries.some(harmless => harmless.test(line))
}

/** Passes on every line that is not noise, whole and in order. */
export function withoutNoise(): Transform {
  let rest = ''
  const kept = (lines: readonly string[]) =>
    lines
      .filter(line => !isNoise(line))
      .map(line => `${line}\n`)
      .join('')
  return new Transform({
    decodeStrings: false,
    encoding: 'utf8',
    transform(chunk, _encoding, done) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      done(null, kept(lines))
    },
    flush(done) {
      done(null, rest && kept([rest]))
    },
  })
}
