import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { isNoise, withoutNoise } from '../../../scripts/start/chromium-noise'

const head = '[28802:1122/171723.473041:ERROR:'
const bus = `${head}bus.cc(407)] Failed to connect to the bus: no such file`
const real = 'Error: The ledger could not be opened'

describe('what npm start leaves out', () => {
  it.each([
    bus,
    `${head}dbus/bus.cc:408] Failed to connect to the bus: no such file`,
    `${head}dbus/object_proxy.cc(590)] Failed to call method`,
    `${head}viz_main_impl.cc(181)] Exiting GPU process due to errors during initialization`,
    `${head}gpu_process_host.cc(991)] GPU process exited unexpectedly: exit_code=8704`,
    `${head}media/gpu/vaapi/vaapi_wrapper.cc(1623)] vaInitialize failed: unknown libva error`,
    `${head}alsa_util.cc(204)] PcmOpen: default, No such file or directory`,
    'ALSA lib confmisc.c:855:(parse_card) cannot find card 0',
    'libva error: vaGetDriverNames() failed with unknown libva error',
  ])('%s', line => expect(isNoise(line)).toBe(true))
})

describe('what it shows', () => {
  it.each([
    real,
    '    at run (electron/main/index.ts:57:3)',
    `${head}network_service_instance_impl.cc(600)] Network service crashed, restarting service.`,
    `${head}sandbox_linux.cc(430)] The sandbox could not be started`,
    '[28802:1122/171723.473041:FATAL:gpu_data_manager_impl_private.cc(415)] GPU process is not usable.',
    'The customer could not connect to the bus',
    '',
  ])('%j', line => expect(isNoise(line)).toBe(false))
})

describe('the filter', () => {
  const filtered = (...pieces: string[]) => text(Readable.from(pieces).pipe(withoutNoise()))

  it('takes the noise out and keeps the order of the rest', async () => {
    expect(await filtered(`a\n${bus}\n${real}\n`)).toBe(`a\n${real}\n`)
  })

  it('judges whole lines, in whatever pieces they come', async () => {
    expect(await filtered(bus.slice(0, 20), `${bus.slice(20)}\nEr`, 'ror\n')).toBe('Error\n')
  })

  it('shows a last line without an end', async () => {
    expect(await filtered(real)).toBe(`${real}\n`)
    expect(await filtered(bus)).toBe('')
  })
})
