import { describe, expect, it } from 'vitest'
import { cardCreated, cardStatus, mobileCreated } from '../support/conformance/contract'
import { envelope, json, startHttpService } from '../support/conformance/scripted'
import {
  createCard,
  createMobile,
  dataOf,
  readCard,
  referenceOf,
  startService,
} from '../support/conformance/service'
import { openTill, openTillAt } from '../support/conformance/till'
import { cardDraft, mobileDraft } from '../support/payments/sales'

const created = { reference: 'R-1', status: 'pending' }

describe('api_version', () => {
  // Proves 9 ¶1 a
  it('is in the service’s mobile create response, a date-like text', async () => {
    const answer = await createMobile(await startService(), 'one')
    expect(dataOf(answer, mobileCreated).api_version).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  // Proves 9 ¶1 b
  it('is in no card response of the service', async () => {
    const service = await startService()
    const answer = await createCard(service, 'one')
    const read = await readCard(service, referenceOf(answer))
    expect(dataOf(answer, cardCreated)).not.toHaveProperty('api_version')
    expect(dataOf(read, cardStatus)).not.toHaveProperty('api_version')
  })

  // Proves 9 ¶1 a; unsaid: Selecting a version
  it.each(['2026-01-01', '2031-12', 'v7 (beta)'])(
    'is kept with the sale as it came: %s',
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
    const till = await openTill()
    for (const draft of [mobileDraft(), cardDraft()]) {
      const { id } = await till.sell(draft)
      await till.engine.checkNow(id)
    }
    const requests = till.service.control.requests()
    expect(requests).toHaveLength(4)
    for (const { path, headers, body } of requests) {
      expect(path).toMatch(/^\/service\/merchant\/(payments\/(create|status)|card\/(pay|status))$/)
      expect(Object.keys(headers).join()).not.toMatch(/version/)
      expect(headers.accept).toBe('application/json')
      expect(body).not.toMatch(/version/)
    }
  })
})
