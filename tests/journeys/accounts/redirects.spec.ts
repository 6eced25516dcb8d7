import type { BrowserContext } from '@playwright/test'
import { read } from '../../structure/tree.ts'
import { test } from '../../stub/fixtures.ts'
import { expect } from '../support/fixtures.ts'
import { heading, logIn } from '../support/web.ts'

const sly: string[] = JSON.parse(read('web/app/routes/hostileRedirects.json'))
/** The unit test of `safeRedirect` tries all of them. */
const tried = sly.filter((_, at) => at % 15 === 0)

// Requests to other hosts end at a closed port.
test.use({ proxy: { server: 'http://127.0.0.1:1', bypass: '127.0.0.1' } })

test('D-05 S-2.18 S-2.34 neither the login nor a hostile redirect leads out of the app', async ({
  page,
  context,
  world,
}) => {
  await page.goto('/')
  const home = new URL(page.url()).origin
  const away = recordExternalRequests(context, home)
  await page.goto('/login?redirect=%2F%09%2Fevil.example')
  await logIn(page, world.member)
  await expect(heading(page, `Welcome, ${world.member.name}`)).toBeVisible()
  expect(away).toEqual([])
  await page.goto(`/login?redirect=${encodeURIComponent('//evil.example')}`)
  await expect(page).toHaveURL('/')

  expect(tried.length).toBeGreaterThan(30)
  for (const redirect of tried) expect(await page.evaluate(followRedirect, redirect), redirect).toBe(home)
  await page.waitForLoadState('networkidle')
  expect(away).toEqual([])

  await test.step('control: a page that does go to another site is noticed', async () => {
    await page.evaluate(() => location.assign('//evil.example/'))
    await expect.poll(() => away).toEqual(['http://evil.example/'])
  })
})

/**
 * The signed-in member comes to the login within the app, as with the browser's Back button: loading each page would
 * take minutes. Returns the origin once the URL has changed and React has followed: the login shows an empty page to a
 * signed-in member.
 */
async function followRedirect(redirect: string): Promise<string> {
  history.pushState(null, '', `/login?redirect=${encodeURIComponent(redirect)}`)
  dispatchEvent(new PopStateEvent('popstate'))
  while (location.pathname === '/login' || document.querySelector('main')?.childElementCount === 0)
    await new Promise((resolve) => setTimeout(resolve, 5))
  return location.origin
}

/** Records every request to another origin, and every dialog, which only a script could open. */
function recordExternalRequests(context: BrowserContext, home: string): string[] {
  const away: string[] = []
  context.on('dialog', (dialog) => {
    away.push(dialog.message())
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== home) away.push(request.url())
  })
  return away
}
