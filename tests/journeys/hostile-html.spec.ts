import type { BrowserContext, Page } from '@playwright/test'
import { test } from '../stub/fixtures.ts'
import { calling, lurking, running } from '../stub/hostile-html.ts'
import { anAnnouncement } from '../stub/world.ts'
import { expect } from './fixtures.ts'
import { heading, signIn } from './web.ts'

const tags = 'P H2 H3 UL OL LI STRONG EM B I U A BLOCKQUOTE TABLE THEAD TBODY TR TH TD CAPTION BR HR'.split(' ')
const attributes = ['href', 'rel', 'colspan', 'rowspan', 'scope']

// Whatever leaves this machine ends at a closed door.
test.use({ proxy: { server: 'http://127.0.0.1:1', bypass: '127.0.0.1' } })
test.skip(({ isMobile }) => isMobile, 'HTML does not depend on the screen')

for (const [kind, hostile] of Object.entries({ running, calling, lurking }))
  test(`S-3.04 D-35 no hostile HTML does harm in an announcement, of the kind ${kind}`, async ({
    page,
    context,
    world,
  }) => {
    const away = noteWhatLeaves(context)
    const contents = hostile.map((html) => `<p>begin</p>${html}<p>end</p>`)
    world.announcements = contents.map((content, place) => ({ ...anAnnouncement(place + 1), content }))
    await page.goto('/login?redirect=%2Fapp%2Fannouncements')
    await signIn(page, world.member)
    await expect(page.getByRole('main').getByText('begin').first()).toBeVisible()
    for (const [place, html] of hostile.entries()) {
      await page.evaluate(comeTo, `/app/announcements/${place + 1}`)
      await expect(heading(page, new RegExp(`^News ${place + 1}$`))).toBeVisible()
      expect(await whatStands(page), html).toEqual({ strange: [], unsafeLinks: [] })
      expect(await page.evaluate(() => Reflect.get(window, 'hurt')), html).toBeUndefined()
    }
    await page.waitForLoadState('networkidle')
    expect(away).toEqual([])
  })

test.describe('where a page takes it in raw', () => {
  test.use({ expectedFaults: /./ })

  test('S-3.04 D-35 what could run does run', async ({ page }) => {
    for (const html of running) {
      await openRaw(page, html)
      await expect.poll(() => page.evaluate(() => Reflect.get(window, 'hurt')), { message: html }).toBe(1)
    }
  })

  test('S-3.04 D-35 what could call does call', async ({ context }) => {
    const away = noteWhatLeaves(context)
    for (const html of calling) {
      away.length = 0
      // A page of its own: one that refreshes itself would run into the next.
      const page = await context.newPage()
      await openRaw(page, html)
      await expect.poll(() => away.length, { message: html }).toBeGreaterThan(0)
      await page.close()
    }
  })
})

async function openRaw(page: Page, html: string) {
  await page.route('**/raw', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto('/raw', { waitUntil: 'commit' })
}

/** Elements and attributes of the shown HTML that it may not have, and links that lead into scripts or keep their opener. */
function whatStands(page: Page) {
  const shown = page.getByText('begin', { exact: true }).locator('xpath=..')
  return shown.evaluate(
    (prose, { tags, attributes }) => {
      const strange = [...prose.querySelectorAll('*')].flatMap((one) => [
        ...(tags.includes(one.tagName) ? [] : [one.tagName]),
        ...one.getAttributeNames().filter((name) => !attributes.includes(name)),
      ])
      const links = [...prose.querySelectorAll('a')]
      const unsafe = links.filter(
        (link) =>
          link.rel !== 'noopener' || (link.hasAttribute('href') && !/^(https?|mailto|tel):$/.test(link.protocol)),
      )
      return { strange, unsafeLinks: unsafe.map((link) => link.outerHTML) }
    },
    { tags, attributes },
  )
}

function comeTo(path: string) {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Notes what is asked of the other site. */
function noteWhatLeaves(context: BrowserContext): string[] {
  const away: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).hostname === 'evil.example') away.push(request.url())
  })
  return away
}
