import { aisyah, reviewer } from '../people.ts'
import { openDesk } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { expectSettled, signIn } from './web.ts'

const open = ['/', '/login', '/register', '/email/verification?id=1&hash=a&expires=1&signature=b', '/nowhere']
const browsing = ['/app/merchants', '/app/merchants/1', '/merchants/boba-bukit', '/app/deals', '/deals/1']
const legal = ['/app/announcements', '/terms-and-conditions', '/privacy-policy']
const members = ['/app/submissions', '/app/submissions/1', '/app/submissions/new/1', '/submit', '/app/profile']
const more = ['/app/announcements/1', '/app/history']

test('S-3.04 D-35 every page has a policy without inline scripts or styles', async ({ request }) => {
  for (const path of ['/', '/login', '/app/merchants', '/nowhere', '/console/', '/api/merchants']) {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("style-src 'self'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-(inline|eval)|\*/)
  }
})

test('S-3.04 D-35 no screen breaks the content security policy', async ({ page, context, anotherBrowser }) => {
  const breaches: string[] = []
  const desk = await anotherBrowser()
  for (const one of [context, desk]) {
    await one.exposeFunction('noteBreach', (breach: string) => breaches.push(breach))
    await one.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, documentURI }) => {
        const note = Reflect.get(window, 'noteBreach') as (breach: string) => void
        note(`${documentURI}: ${violatedDirective} ${blockedURI}`)
      })
    })
  }
  const visit = async (path: string) => {
    await page.goto(path)
    await expectSettled(page)
  }
  for (const path of [...open, ...browsing, ...legal]) await visit(path)
  await page.goto('/login')
  await signIn(page, aisyah)
  for (const path of [...members, ...more]) await visit(path)
  await openDesk(await desk.newPage(), reviewer)
  expect(breaches).toEqual([])
})

test('D-65 what the server writes into a page is data, not a script', async ({ page }) => {
  await page.goto('/')
  const blocks = await page
    .locator('script:not([src])')
    .evaluateAll((scripts) => scripts.map((script) => script.getAttribute('type')))
  expect(blocks).toEqual(['application/json'])
})
