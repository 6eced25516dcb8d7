import type { BrowserContext } from '@playwright/test'
import { read } from '../../structure/tree.ts'
import { test } from '../../stub/fixtures.ts'
import { expect } from '../support/fixtures.ts'
import { heading, logIn } from '../support/web.ts'

const PARTS = 6

const sly: string[] = JSON.parse(read('web/app/routes/hostileRedirects.json'))
const size = Math.ceil(sly.length / PARTS)

// Requests to other hosts end at a closed port.
test.use({ proxy: { server: 'http://127.0.0.1:1', bypass: '127.0.0.1' } })
test.skip(({ isMobile }) => isMobile, 'a redirect does not depend on the screen')

for (let part = 0; part < PARTS; part += 1)
  test(`D-05 S-2.18 S-2.34 no hostile redirect leads out of the app, part ${part + 1}`, async ({
    page,
    context,
    world,
  }) => {
    const [first = '', ...more] = sly.slice(part * size, (part + 1) * size)
    await page.goto('/login')
    await logIn(page, world.member)
    const home = new URL(page.url()).origin
    const away = recordExternalRequests(context, home)
    await page.goto(`/login?redirect=${encodeURIComponent(first)}`)
    await expect(page).not.toHaveURL(/\/login/)
    for (const redirect of more) {
      await page.evaluate(navigateToLogin, redirect)
      await expect.poll(() => page.evaluate(waitForRedirect), { message: redirect, intervals: [5] }).toBe(true)
      expect(new URL(page.url()).origin, redirect).toBe(home)
    }
    await page.waitForLoadState('networkidle')
    expect(away).toEqual([])
  })

test('D-05 S-2.18 control: the test notices a page that does go to another site', async ({ page, context }) => {
  await page.goto('/')
  const away = recordExternalRequests(context, new URL(page.url()).origin)
  await page.evaluate(() => location.assign('//evil.example/'))
  await expect.poll(() => away).toEqual(['http://evil.example/'])
})

test('D-05 S-2.18 the login itself never leads to another site', async ({ page, context, world }) => {
  await page.goto('/')
  const away = recordExternalRequests(context, new URL(page.url()).origin)
  await page.goto('/login?redirect=%2F%09%2Fevil.example')
  await logIn(page, world.member)
  await expect(heading(page, `Welcome, ${world.member.name}`)).toBeVisible()
  expect(away).toEqual([])
})

/**
 * The signed-in member comes to the login within the app, as with the browser's Back button: loading each page would
 * take minutes.
 */
function navigateToLogin(redirect: string) {
  history.pushState(null, '', `/login?redirect=${encodeURIComponent(redirect)}`)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Waits until the URL has changed and React has followed: the login shows an empty page to a signed-in member. */
function waitForRedirect() {
  const main = document.querySelector('main')
  return location.pathname !== '/login' && main?.childElementCount !== 0
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
