import { expect, test } from 'vitest'
import { isServed } from './pageServed.ts'

const html = { headers: { 'Content-Type': 'text/html' } }
const ours = '<html lang="ms"><head><meta name="application-name" content="Stampus" /></head></html>'
const portal =
  '<html><title>Campus Wi-Fi</title><script type="module" src="/assets/index.js"></script><div id="root"></div></html>'

test.each<[what: string, answer: () => Promise<Response>, isOurs: boolean]>([
  ['our page, in either language', async () => new Response(ours, html), true],
  ['the page of a captive portal', async () => new Response(portal, html), false],
  ['an empty answer', async () => new Response(''), false],
  ['a failure', async () => new Response(ours, { ...html, status: 503 }), false],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), false],
])('D-94 D-100 only our page shows that the server answers: %s', async (_what, answer, isOurs) => {
  expect(await isServed('/', answer)).toBe(isOurs)
})
