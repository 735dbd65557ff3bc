import { describe, expect, it } from 'vitest'
import { chooseSource, type Situation } from '../../../scripts/electron/provide'

const situation: Situation = {
  overridden: false,
  installed: false,
  carriedFits: true,
  failedLately: false,
  retry: false,
}

describe('where Electron comes from', () => {
  it('is what the user named, before anything else', () => {
    expect(chooseSource({ ...situation, overridden: true, installed: true })).toBe('override')
  })

  it('is the official one when that is installed', () => {
    expect(chooseSource({ ...situation, installed: true, failedLately: true })).toBe('official')
  })

  it('is the official download before the one npm carries', () => {
    expect(chooseSource(situation)).toBe('download')
  })

  it('is the one npm carries while a failed download is remembered', () => {
    expect(chooseSource({ ...situation, failedLately: true })).toBe('carried')
  })

  it('is the download again when the user asks for it', () => {
    expect(chooseSource({ ...situation, failedLately: true, retry: true })).toBe('download')
  })

  it('is always the download where npm carries none', () => {
    expect(chooseSource({ ...situation, carriedFits: false, failedLately: true })).toBe('download')
  })
})
