import type { BrowserContext, Page } from '@playwright/test'
import { signUpOwner } from '../../journeys/support/counter.ts'
import { openConsoleAs } from '../../journeys/support/desk.ts'
import { expect, test as journey } from '../../journeys/support/fixtures.ts'
import { choosePicture, openAs, withoutServerRendering } from '../../journeys/support/web.ts'
import { printFigures } from '../../stress/profile.ts'
import { aisyah, drawPicture, findMerchant, manager } from '../../support/browser/people.ts'
import { startDemoServer } from '../../support/browser/prepared-data.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { injectPayloads, renderTextAsHtml, shownFields } from './injected-payloads.ts'
import { ofKinds, payloads } from './payloads.ts'
import { consolePages, counterPages, memberPages, type PageVisit } from './visited-pages.ts'
import { interactWithAll, type Watch, watchContext } from './watched-context.ts'

const BREAKOUT = '</script></title><img src=x onerror=window.hurt=9999>'

/** An environment whose product name is hostile. */
const test = journey.extend<object, { server: ServerUnderTest }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const names = { PRODUCT_NAME: `Stampus ${BREAKOUT}`, LEGAL_NAME: `Universiti ${BREAKOUT}` }
      const environment = await startDemoServer({ ...names, MAX_RECEIPT_AGE_DAYS: '36500' })
      await use(environment)
      await environment.remove()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})
// The policy reports styles in parsed HTML although no one sees them.
test.use({ expectedErrors: /./ })

test('D-35 S-3.04 no text from the API runs as code in the members’ app', async ({ page, context, server }) => {
  const visits = await memberPages(server)
  await openAs(page, aisyah)
  await expectHarmless(page, context, visits)
})

test('D-35 D-50 no text from the API runs as code in the console', async ({ page, context, server }) => {
  const visits = await consolePages(server)
  await openConsoleAs(page, manager)
  await expectHarmless(
    page,
    context,
    visits.map(([path, field]) => [`/console${path}`, field]),
  )
})

test('D-35 R-6.03 no text from the API runs as code when an owner’s pages are printed', async ({
  page,
  context,
  server,
}) => {
  const { owner, visits } = await counterPages(server)
  await signUpOwner(page, owner)
  await page.emulateMedia({ media: 'print' })
  await expectHarmless(page, context, visits)
})

test('D-35 the name of a chosen file never runs as code', async ({ page, context, server }) => {
  const watch = await watchContext(context)
  const { id } = await findMerchant(server, 'Warung Kak Ros')
  await openAs(page, aisyah)
  await page.goto(`/app/submissions/new/${id}`)
  const picture = await drawPicture()
  for (const { text } of payloads.filter(({ kind }) => kind === 'leaving')) {
    const name = `${text.replaceAll('/', '∕')}.jpg`
    await choosePicture(page, { ...picture, name })
    await expect(page.locator('figcaption')).toContainText(name)
    await interactWithAll(page)
  }
  expectNothingRan(watch)
})

for (const policy of ['with', 'without'] as const)
  test.describe(`${policy} the policy`, () => {
    test.use({ bypassCSP: policy === 'without' })

    test(`D-35 S-3.04 injected fault: text that is rendered as HTML is noticed, ${policy} the policy`, async ({
      page,
      context,
    }) => {
      const watch = await watchContext(context)
      await injectPayloads(context, ofKinds('running'))
      await context.addInitScript(renderTextAsHtml)
      await page.goto(withoutServerRendering('/app/merchants'))
      const isBlocked = () => watch.blocked.some((directive) => directive.startsWith('script-src'))
      await expect.poll(policy === 'with' ? isBlocked : () => watch.hits.size > 0).toBe(true)
      await page.waitForLoadState('networkidle')
      expect(watch.hits.size > 0).toBe(policy === 'without')
    })
  })

/** Visits pages whose texts contain payloads: each shows its field, and nothing runs, is requested or needs the policy. */
async function expectHarmless(page: Page, context: BrowserContext, visits: PageVisit[]) {
  const watch = await watchContext(context)
  const injected = await injectPayloads(context)
  for (const [path, field] of visits) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^(Loading|Opening|Memuatkan)/ })).toHaveCount(0)
    await expect.poll(() => injected.underWay, { intervals: [20] }).toBe(0)
    if (field) await expect.poll(() => shownFields(page), { message: path, intervals: [50] }).toContain(field)
    const run = 'img[src="x"], svg[onload], iframe, body script:not([src], [type="application/json"], [data-scripts])'
    expect(await page.locator(run).count(), path).toBe(0)
    await interactWithAll(page)
  }
  await page.waitForLoadState('networkidle')
  printFigures('Payloads in texts', { pages: visits.length, payloads: payloads.length, texts: injected.texts })
  expectNothingRan(watch)
}

/** Nothing ran or sent a request, and the policy had nothing to block but styles. */
function expectNothingRan({ hits, away, blocked }: Watch) {
  expect([...hits, ...away, ...blocked.filter((directive) => !directive.startsWith('style-src'))]).toEqual([])
}
