import { describe, expect, it } from 'vitest'
import { envelope, json, startHttpService } from '../support/conformance/scripted'
import { everyRequest, openTillAt } from '../support/conformance/till'
import { mobileDraft } from '../support/payments/payments'

const created = { reference: 'R-1', status: 'pending' }

describe('api_version', () => {
  // Proves 9 ¶1 a; unsaid: Selecting a version
  it.each(['2026-01-01', '2031-12', 'v7 (beta)'])(
    'is kept with the payment as it came: %s',
    async label => {
      const till = openTillAt(
        await startHttpService(json(200, envelope({ ...created, api_version: label }))),
      )
      expect((await till.sell(mobileDraft())).apiVersion).toBe(label)
    },
  )

  // Proves 9 ¶1 a
  it.each([undefined, null])('is not needed by the till: %s', async api_version => {
    const till = openTillAt(
      await startHttpService(json(200, envelope({ ...created, api_version }))),
    )
    expect(await till.sell(mobileDraft())).toMatchObject({ phase: 'pending', apiVersion: null })
  })
})

describe('Selection', () => {
  // Proves 9 ¶2; 9 ¶3; unsaid: Selecting a version
  it('no path of the till carries a version, and no header or field asks for one', async () => {
    for (const { path, headers, body } of await everyRequest()) {
      expect(path).toMatch(/^\/service\/merchant\/(payments\/(create|status)|card\/(pay|status))$/)
      expect(Object.keys(headers).join()).not.toMatch(/version/)
      expect(headers.accept).toBe('application/json')
      expect(body).not.toMatch(/version/)
    }
  })
})
