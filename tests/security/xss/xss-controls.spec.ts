import type { Page } from '@playwright/test'
import { expect } from '../../journeys/support/fixtures.ts'
import { printFigures } from '../../stress/profile.ts'
import { test } from '../../stub/fixtures.ts'
import { ofKinds, type Payload } from './payloads.ts'
import { interactWithAll, watchContext } from './watched-context.ts'

test.use({ expectedErrors: /./ })

test('S-3.04 D-35 control: on a page without protection every payload that could run does run', async ({ context }) => {
  const { hits } = await watchContext(context)
  const page = await context.newPage()
  const could = ofKinds('running', 'leaving')
  for (const payload of could) {
    await openRaw(page, payload)
    await expect.poll(() => hits.has(payload.number), { message: payload.text, intervals: [10] }).toBe(true)
  }
  printFigures('Payloads on a careless page', { payloads: could.length, ran: hits.size })
})

test('S-3.04 D-35 control: on a page without protection every payload that could call another site does', async ({
  context,
}) => {
  const { away } = await watchContext(context)
  const could = ofKinds('calling')
  for (const { text, number, kind, careless } of could) {
    away.length = 0
    // A new page for each payload: a page that refreshes itself would disturb the next one.
    const page = await context.newPage()
    await openRaw(page, { text, number, kind, careless })
    await expect.poll(() => away.length, { message: text, intervals: [10] }).toBeGreaterThan(0)
    await page.close()
  }
  printFigures('Payloads that call another site', { payloads: could.length, called: could.length })
})

async function openRaw(page: Page, { text, kind, careless }: Payload) {
  const body = `<!doctype html><body>${careless(text)}`
  await page.route('**/raw', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await page.goto('/raw', { waitUntil: 'commit' })
  if (kind !== 'calling') await interactWithAll(page)
}
