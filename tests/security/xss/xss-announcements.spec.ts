import type { Page } from '@playwright/test'
import { sanitizeHtml } from '../../../server/domains/announcements/announcements.service.ts'
import { expect, test } from '../../journeys/support/fixtures.ts'
import { heading, openAs } from '../../journeys/support/web.ts'
import { printFigures } from '../../stress/profile.ts'
import { aisyah } from '../../support/browser/people.ts'
import { ofKinds, type Payload } from './payloads.ts'
import { interactWithAll, watchContext } from './watched-context.ts'

const EACH_PAGE = 8
const TAGS = 'P H2 H3 UL OL LI STRONG EM B I U A BLOCKQUOTE TABLE THEAD TBODY TR TH TD CAPTION BR HR'.split(' ')
const ATTRIBUTES = ['href', 'rel', 'colspan', 'rowspan', 'scope']

test.use({ expectedErrors: /./ })

/** The layers between the HTML of an announcement and a browser that would run it: each alone, and none. */
for (const layer of ['the server’s sanitizer', 'the browser’s sanitizer', 'the policy', 'no layer'] as const)
  test.describe(layer, () => {
    test.use({ bypassCSP: layer !== 'the policy' })

    test(`S-3.04 D-35 hostile HTML of an announcement behind ${layer} alone, as members read it`, async ({
      page,
      context,
    }) => {
      const isSanitized = layer.endsWith('sanitizer')
      const watch = await watchContext(context)
      const groups = groupsFor(isSanitized)
      const rows = groups.map((group, at) => {
        const html = `<p>begin</p>${group.map(({ text }) => `<blockquote>${text}</blockquote>`).join('')}`
        const content = layer === 'the server’s sanitizer' ? sanitizeHtml(html) : html
        const [published_at, noPicture] = ['2026-01-01T00:00:00Z', { image_url: null, placeholder_image_url: null }]
        return { id: at + 1, title: `News ${at + 1}`, content, published_at, created_at: published_at, ...noPicture }
      })
      const answer = { data: rows, meta: { current_page: 1, per_page: rows.length, has_more: false } }
      await page.route('**/api/announcements*', (route) => route.fulfill({ json: answer }))
      const removed = layer === 'the browser’s sanitizer' ? () => 1 : await removeSanitizer(page)
      await openAs(page, aisyah, '/app/announcements')
      await expect(page.getByRole('main').getByText('begin').first()).toBeVisible()
      for (const [at, group] of groups.entries()) {
        await page.evaluate(navigateTo, `/app/announcements/${at + 1}`)
        await expect(heading(page, `News ${at + 1}`)).toBeVisible()
        if (isSanitized) expect(await findForbiddenMarkup(page), JSON.stringify(group)).toEqual([])
        await interactWithAll(page, ':has(> p:text-is("begin"))')
        if (layer === 'no layer')
          for (const { number, text } of group.filter(runsWhenSet))
            await expect.poll(() => watch.hits.has(number), { message: text, intervals: [10] }).toBe(true)
      }
      await page.waitForLoadState('networkidle')
      printFigures(`Hostile HTML behind ${layer}`, { payloads: groups.flat().length, ran: watch.hits.size })
      expect(removed()).toBe(1)
      if (layer === 'no layer') return
      expect([...watch.hits, ...watch.away]).toEqual([])
      if (layer === 'the policy') expect(watch.blocked.length).toBeGreaterThan(0)
    })
  })

test('S-3.04 D-35 control: on a page without protection every other payload does what it could', async ({
  context,
}) => {
  const watch = await watchContext(context)
  const others = ofKinds('running', 'calling', 'leaving').filter((one) => !runsWhenSet(one))
  for (const { kind, text, number, careless } of others) {
    watch.away.length = 0
    // A new page for each payload: a page that refreshes itself would disturb the next one.
    const page = await context.newPage()
    const body = `<!doctype html><body>${careless(text)}`
    await page.route('**/raw', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
    await page.goto('/raw', { waitUntil: 'commit' })
    if (kind !== 'calling') await interactWithAll(page)
    const isDone = () => (kind === 'calling' ? watch.away.length > 0 : watch.hits.has(number))
    await expect.poll(isDone, { message: text, intervals: [10] }).toBe(true)
    await page.close()
  }
})

/** The payloads that one page shows together. No policy keeps a page from navigating away; <base> redirects every later step. */
function groupsFor(isSanitized: boolean): Payload[][] {
  const given = ofKinds('running', 'calling', 'lurking').filter(
    ({ text }) => isSanitized || !/http-equiv|<base/.test(text),
  )
  return Array.from({ length: Math.ceil(given.length / EACH_PAGE) }, (_, at) =>
    given.slice(at * EACH_PAGE, (at + 1) * EACH_PAGE),
  )
}

/** Payloads that run when HTML is inserted into an existing page, where script elements do not run. */
const runsWhenSet = ({ kind, text }: Payload) => kind === 'running' && !/^<(script|svg><script|body)/i.test(text)

/** Removes the browser's sanitizer from the built app; returns how often it was found. */
async function removeSanitizer(page: Page) {
  let found = 0
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/[\w$]+\.sanitize\(([\w$]+),\{\.\.\.[^}]*\}\)/, (_, html) => {
      found += 1
      return `document.createRange().createContextualFragment(${html})`
    })
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  return () => found
}

/** Forbidden elements and attributes in the shown HTML, and links that run scripts or keep their opener. */
function findForbiddenMarkup(page: Page) {
  const shown = page.getByText('begin', { exact: true }).locator('xpath=..')
  return shown.evaluate(
    (prose, [tags, attributes]) => {
      const strange = [...prose.querySelectorAll('*')].flatMap((one) => [
        ...(tags.includes(one.tagName) ? [] : [one.tagName]),
        ...one.getAttributeNames().filter((name) => !attributes.includes(name)),
      ])
      const unsafe = [...prose.querySelectorAll('a')].filter(
        (link) =>
          link.rel !== 'noopener' || (link.hasAttribute('href') && !/^(https?|mailto|tel):$/.test(link.protocol)),
      )
      return [...strange, ...unsafe.map((link) => link.outerHTML)]
    },
    [TAGS, ATTRIBUTES] as const,
  )
}

function navigateTo(path: string) {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}
