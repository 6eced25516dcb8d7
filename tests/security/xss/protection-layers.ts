import type { Page } from '@playwright/test'
import { sanitizeHtml } from '../../../server/domains/announcements/announcements.service.ts'
import { full } from '../../stress/profile.ts'
import { ofKinds, type Payload } from './payloads.ts'

/** The layers between the HTML of an announcement and a browser that would run it. */
export type Layers = { server: boolean; browser: boolean; policy: boolean }

/** Each layer alone, all of them, none. */
export const layerSets: Record<string, Layers> = {
  'all protection layers': { server: true, browser: true, policy: true },
  'the server sanitizer only': { server: true, browser: false, policy: false },
  'the browser sanitizer only': { server: false, browser: true, policy: false },
  'the content security policy only': { server: false, browser: false, policy: true },
  'no protection': { server: false, browser: false, policy: false },
}

const tags = 'P H2 H3 UL OL LI STRONG EM B I U A BLOCKQUOTE TABLE THEAD TBODY TR TH TD CAPTION BR HR'.split(' ')
const attributes = ['href', 'rel', 'colspan', 'rowspan', 'scope']

/** Payloads that one page shows together. In the full profile, payloads that could swallow others are shown alone. */
export function payloadGroups({ server, browser, policy }: Layers): Payload[][] {
  // No policy keeps a page from navigating away; without one, <base> redirects every later step.
  const astray = server || browser ? /$^/ : policy ? /http-equiv/ : /http-equiv|<base/
  const staying = (payload: Payload) => !astray.test(payload.text)
  return [
    ...chunk(8, ofKinds('running', 'calling').filter(staying)),
    ...chunk(full ? 1 : 4, ofKinds('lurking').filter(staying)),
  ]
}

/** Splits a list into groups of `count`. */
export function chunk(count: number, given: Payload[]): Payload[][] {
  const payloadGroups = Math.ceil(given.length / count)
  return Array.from({ length: payloadGroups }, (_, at) => given.slice(at * count, (at + 1) * count))
}

/** The HTML of a group, as the server stores it or as it was sent. */
export function contentOf(portion: Payload[], { server }: Layers): string {
  const parts = portion.map(({ text }) => `<blockquote>${text}</blockquote>`)
  const html = `<p>begin</p>${parts.join('')}<p>end</p>`
  return server ? sanitizeHtml(html) : html
}

/** Payloads that run when HTML is inserted into an existing page, where script elements do not run. */
export const runsWhenSet = ({ kind, text }: Payload) => kind === 'running' && !/^<(script|svg><script|body)/i.test(text)

/** Removes the browser's sanitizer from the built app; returns how often it was found. */
export async function removeSanitizer(page: Page) {
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
export function findForbiddenMarkup(page: Page) {
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
      return [...strange, ...unsafe.map((link) => link.outerHTML)]
    },
    { tags, attributes },
  )
}
