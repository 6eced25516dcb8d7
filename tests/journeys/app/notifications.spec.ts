import type { Locator, Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { test } from '../../stub/fixtures.ts'
import { newPerson } from '../../support/browser/people.ts'
import { expect } from '../support/fixtures.ts'
import { accountMenu, heading, register, scrollToEnd } from '../support/web.ts'

const TEN_MINUTES = 600_000

test('S-3.07 S-9.09 only the button whose request is running is busy, and an empty 204 is a success', async ({
  page,
  world,
}) => {
  await page.goto('/register')
  await register(page, newPerson())
  await expect(heading(page, 'Verify your email')).toBeVisible()
  const resend = page.getByRole('button', { name: 'Resend link' })
  const busy = page.locator('[aria-busy="true"]')
  const [answerPoll, answerResend] = [await hold(page, '**/api/user'), await hold(page, '**/verification-notification')]
  const polled = page.waitForRequest('**/api/user')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await polled
  await expect(busy).toHaveCount(0)
  await resend.click()
  await expect(resend).toHaveAttribute('aria-busy', 'true')
  await expect(busy).toHaveCount(1)
  await resend.click({ force: true })
  answerPoll()
  await expect.poll(() => world.asked).toContain('GET /api/user 200')
  await expect(resend).toHaveAttribute('aria-busy', 'true')
  answerResend()
  await expect(page.getByText(texts.verificationSent)).toBeVisible()
  await expect(notifications(page)).toContainText(texts.verificationSent)
  await expect(busy).toHaveCount(0)
  const resendCalls = world.asked.filter((call) => call.includes('verification-notification'))
  expect(resendCalls).toEqual(['POST /api/email/verification-notification 204'])
})

test('S-9.08 S-9.09 spinners differ in size and colour by place, and an answer after ten minutes is still a success', async ({
  page,
  world,
}) => {
  await page.clock.install()
  await page.addInitScript(recordTimeLimits)
  const openPage = await hold(page, '**/assets/LoginPage-*')
  await page.goto('/login')
  await expectSpinner(page.getByRole('main'), 40, '--color-blue')
  openPage()
  const answerLogin = await hold(page, '**/api/login')
  await fillLogin(page, world.member)
  const button = page.getByRole('main').getByRole('button', { name: 'Login', exact: true })
  await expectSpinner(button, 16, '--color-on-blue')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await page.clock.fastForward(TEN_MINUTES)
  await expect(button).toHaveAttribute('aria-busy', 'true')
  expect(await page.locator('html').getAttribute('data-limits')).toMatch(/^( 0)+$/)
  answerLogin()
  await expect(heading(page, `Welcome, ${world.member.name}`)).toBeVisible()
  await expect(accountMenu(page)).toBeVisible()
  const answerMore = await hold(page, '**/api/merchants?*page=2*')
  await page.goto('/app/merchants')
  await expect(page.getByRole('link', { name: 'Kedai 15' })).toBeVisible()
  await scrollToEnd(page)
  await expectSpinner(page.getByRole('status', { name: '' }).filter({ hasText: 'Loading more' }), 24, '--color-muted')
  answerMore()
  const answerLink = await hold(page, '**/api/email/verify/**')
  await page.goto('/email/verification?id=1&hash=any&expires=4000000000&signature=good')
  await expectSpinner(page.getByRole('main'), 64, '--color-blue')
  answerLink()
  await expect(heading(page, `Welcome, ${world.member.name}`)).toBeVisible()
})

const notifications = (page: Page) => page.getByRole('status', { name: 'Notifications' })

async function fillLogin(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
}

/** Holds a request back until the returned function is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

/** The one spinner has this size and colour; a page spinner may come first. */
async function expectSpinner(where: Locator, width: number, token: string) {
  await expect.poll(() => where.locator('.animate-spin').evaluate(styleOf, token)).toEqual({ width, coloured: true })
}

function styleOf(ring: Element, token: string) {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `var(${token})`
  const coloured = getComputedStyle(ring).color === getComputedStyle(probe).color
  probe.remove()
  return { width: (ring as HTMLElement).offsetWidth, coloured }
}

/** Runs in a page: notes the time limit of each request. */
function recordTimeLimits() {
  const { prototype } = XMLHttpRequest
  prototype.send = new Proxy(prototype.send, {
    apply(send, request, given) {
      document.documentElement.dataset.limits = `${document.documentElement.dataset.limits ?? ''} ${request.timeout}`
      return Reflect.apply(send, request, given)
    },
  })
}
