import type { Page } from '@playwright/test'
import { openConsoleAs } from '../../journeys/support/desk.ts'
import { expect, test } from '../../journeys/support/fixtures.ts'
import { heading, openAs } from '../../journeys/support/web.ts'
import { printFigures } from '../../stress/profile.ts'
import { aisyah, manager } from '../../support/browser/people.ts'
import type { Payload } from './payloads.ts'
import {
  contentOf,
  findForbiddenMarkup,
  type Layers,
  layerSets,
  payloadGroups,
  removeSanitizer,
  runsWhenSet,
} from './protection-layers.ts'
import { interactWithAll, type Watch, watchContext } from './watched-context.ts'

for (const [stack, layers] of Object.entries(layerSets))
  test.describe(`hostile HTML with ${stack}`, () => {
    test.use({ bypassCSP: !layers.policy, expectedErrors: /./ })

    test('S-3.04 D-35 each layer that is on stops hostile HTML of an announcement, as members read it', async ({
      page,
      context,
    }) => {
      const watch = await watchContext(context)
      const given = payloadGroups(layers)
      const rows = given.map((portion, at) => ({ ...plain(at + 1), content: contentOf(portion, layers) }))
      const answer = { data: rows, meta: { current_page: 1, per_page: rows.length, has_more: false } }
      await page.route('**/api/announcements*', (route) => route.fulfill({ json: answer }))
      const takenOut = layers.browser ? undefined : await removeSanitizer(page)
      await openAs(page, aisyah, '/app/announcements')
      await expect(page.getByRole('main').getByText('begin').first()).toBeVisible()
      for (const [place, portion] of given.entries()) {
        await page.evaluate(navigateTo, `/app/announcements/${place + 1}`)
        await expect(heading(page, `News ${place + 1}`)).toBeVisible()
        await tryPayloads(page, portion, { layers, watch, runs: runsWhenSet })
      }
      if (takenOut) expect(takenOut()).toBe(1)
      await judge(page, 'members see', { layers, watch, stack, given })
    })
  })

// The console has no sanitizer of its own: it shows what the server has sanitized.
for (const [stack, layers] of Object.entries(layerSets).filter(([, { browser, server }]) => !browser || server))
  test.describe(`hostile HTML at the console with ${stack}`, () => {
    test.use({ bypassCSP: !layers.policy, expectedErrors: /./ })

    test('S-3.04 D-35 D-53 in the preview of an announcement', async ({ page, context }) => {
      const watch = await watchContext(context)
      const given = payloadGroups(layers)
      let content = ''
      await page.route('**/api/console/announcement-previews', (route) =>
        layers.server
          ? route.continue({ postData: JSON.stringify({ content }) })
          : route.fulfill({ json: { data: { content } } }),
      )
      await openConsoleAs(page, manager)
      await page.goto('/console/announcements/new')
      for (const portion of given) {
        content = contentOf(portion, { ...layers, server: false })
        await page.getByRole('button', { name: 'Preview' }).dispatchEvent('click')
        await expect(page.getByRole('article', { name: 'Preview' }).getByText('begin')).toBeVisible()
        await tryPayloads(page, portion, { layers, watch, runs: runsWhenPressedNowhere })
        // Unsanitized content may cover the whole page.
        await page.getByRole('button', { name: 'Close', exact: true }).last().dispatchEvent('click')
        await expect(page.getByRole('article', { name: 'Preview' })).toBeHidden()
      }
      await judge(page, 'the console previews', { layers, watch, stack, given })
    })
  })

type Trial = { layers: Layers; watch: Watch; runs: (payload: Payload) => boolean }

/**
 * Interacts with the content. With a sanitizer it has no forbidden markup; without any layer, every payload that can
 * run does.
 */
async function tryPayloads(page: Page, portion: Payload[], { layers, watch, runs }: Trial) {
  if (layers.server || layers.browser)
    expect(await findForbiddenMarkup(page), portion.map(({ text }) => text).join('\n')).toEqual([])
  await interactWithAll(page, ':has(> p:text-is("begin"))')
  if (layers.server || layers.browser || layers.policy) return
  for (const { number, text } of portion.filter(runs))
    await expect.poll(() => watch.hits.has(number), { message: text, intervals: [10] }).toBe(true)
}

async function judge(
  page: Page,
  where: string,
  { layers, watch, stack, given }: Omit<Trial, 'runs'> & { stack: string; given: Payload[][] },
) {
  const bare = !layers.server && !layers.browser
  await page.waitForLoadState('networkidle')
  printFigures(`Hostile HTML that ${where}, behind ${stack}`, {
    payloads: given.flat().length,
    ran: watch.hits.size,
    'blocked by the policy': watch.blocked.length,
    'calls of another site': watch.away.length,
  })
  if (bare && !layers.policy) return expect(watch.hits.size).toBeGreaterThan(0)
  expect([...watch.hits]).toEqual([])
  if (bare) expect(watch.blocked.length).toBeGreaterThan(0)
  expect(watch.away).toEqual([])
}

/** The preview intercepts every click on a link or a button. */
const runsWhenPressedNowhere = (payload: Payload) => runsWhenSet(payload) && !/<(a|area|form)\b/i.test(payload.text)

const at = '2026-01-01T00:00:00Z'
const plain = (id: number) => ({
  ...{ id, title: `News ${id}`, published_at: at, created_at: at },
  ...{ image_url: null, placeholder_image_url: null },
})

function navigateTo(path: string) {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}
