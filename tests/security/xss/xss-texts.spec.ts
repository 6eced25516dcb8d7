import type { Page } from '@playwright/test'
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
  const stops = await memberPages(server)
  const watch = await watchContext(context)
  const injected = await injectPayloads(context)
  await openAs(page, aisyah)
  const shown = new Set<string>()
  for (const stop of stops) await visit(page, stop, { injected, shown })
  await judge(page, 'members', { watch, injected, shown, pages: stops.length })
})

test('D-35 D-50 no text from the API runs as code in the console', async ({ page, context, server }) => {
  const stops = await consolePages(server)
  await openConsoleAs(page, manager)
  const watch = await watchContext(context)
  const injected = await injectPayloads(context)
  const shown = new Set<string>()
  for (const [path, field] of stops) await visit(page, [`/console${path}`, field], { injected, shown })
  await judge(page, 'the console', { watch, injected, shown, pages: stops.length })
})

test('D-35 R-6.03 no text from the API runs as code when an owner’s pages are printed, in English and Malay', async ({
  page,
  context,
  server,
}) => {
  const { owner, stops } = await counterPages(server)
  await signUpOwner(page, owner)
  const watch = await watchContext(context)
  const injected = await injectPayloads(context)
  await page.emulateMedia({ media: 'print' })
  const shown = new Set<string>()
  for (const stop of stops) await visit(page, stop, { injected, shown })
  await judge(page, 'the counter', { watch, injected, shown, pages: stops.length })
})

test('D-35 the name of a chosen file never runs as code', async ({ page, context, server }) => {
  const watch = await watchContext(context)
  const { id } = await findMerchant(server, 'Warung Kak Ros')
  await openAs(page, aisyah)
  await page.goto(`/app/submissions/new/${id}`)
  const picture = await drawPicture()
  for (const { text } of payloads.filter(({ kind }) => kind === 'leaving')) {
    await choosePicture(page, { ...picture, name: `${text.replaceAll('/', '∕')}.jpg` })
    await expect(page.getByLabel('Choose another photo')).toBeAttached()
    await interactWithAll(page)
  }
  expect([...watch.hits, ...watch.away]).toEqual([])
})

for (const policy of [true, false])
  test.describe(`injected error: text is rendered as HTML, ${policy ? 'with the policy' : 'without the policy'}`, () => {
    test.use({ bypassCSP: !policy })

    test(`D-35 S-3.04 ${policy ? 'the policy blocks it' : 'it runs'}`, async ({ page, context }) => {
      const watch = await watchContext(context)
      await injectPayloads(context, ofKinds('running'))
      await context.addInitScript(renderTextAsHtml)
      await page.goto(withoutServerRendering('/app/merchants'))
      if (policy) {
        await expect.poll(() => watch.blocked.some((directive) => directive.startsWith('script-src'))).toBe(true)
        await page.waitForLoadState('networkidle')
        expect([...watch.hits]).toEqual([])
      } else await expect.poll(() => watch.hits.size).toBeGreaterThan(0)
      printFigures(`Text taken in as HTML ${policy ? 'behind' : 'without'} the policy`, {
        ran: watch.hits.size,
        'blocked by the policy': watch.blocked.length,
      })
    })
  })

type Injected = Awaited<ReturnType<typeof injectPayloads>>

async function visit(
  page: Page,
  [path, field]: PageVisit,
  { injected, shown }: { injected: Injected; shown: Set<string> },
) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^(Loading|Opening|Memuatkan)/ })).toHaveCount(0)
  await expect.poll(() => injected.underWay, { intervals: [20] }).toBe(0)
  if (field) await expect.poll(() => shownFields(page), { message: path, intervals: [50] }).toContain(field)
  for (const each of await shownFields(page)) shown.add(each)
  expect(
    await page
      .locator(`img[src="x"], svg[onload], iframe, body script:not([src], [type="application/json"], [data-scripts])`)
      .count(),
    path,
  ).toBe(0)
  await interactWithAll(page)
}

type Trial = { watch: Watch; injected: Injected; shown: Set<string>; pages: number }

async function judge(page: Page, where: string, { watch, injected, shown, pages }: Trial) {
  await page.waitForLoadState('networkidle')
  const blocked = watch.blocked.filter((directive) => !directive.startsWith('style-src'))
  printFigures(`Poisoned answers to ${where}`, {
    pages,
    payloads: payloads.length,
    'texts poisoned': injected.texts,
    'payloads in them': injected.doses,
    'fields shown': [...shown].sort().join(' '),
    ran: watch.hits.size,
    'blocked by the policy': blocked.length,
  })
  expect([...watch.hits, ...watch.away, ...blocked]).toEqual([])
}
