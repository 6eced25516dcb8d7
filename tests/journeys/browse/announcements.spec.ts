import { publishAnnouncement } from '../../support/browser/operators.ts'
import { expect, test } from '../support/fixtures.ts'
import { heading, logIn, openAs, scrollToEnd } from '../support/web.ts'

test('S-2.23 S-4.15 S-3.05 D-33 anyone can read how announcements begin, but marks none as read and needs a login for a whole one', async ({
  page,
  member,
}) => {
  const hours = '<tr><th>Day</th><th>Hours</th></tr><tr><td>Friday</td><td><p>10 am</p><p>noon</p></td></tr>'
  const content = `<h2>News</h2><p>Open<br>again.</p><table>${hours}</table><ul><li>One<ul><li>Two</li></ul></li></ul>`
  await page.route('**/api/announcements*', async (route) => {
    const answer = await (await route.fetch()).json()
    answer.data[0].content = content
    answer.data[1].content = `<table><caption>When</caption>${hours}</table>`
    answer.data[2].content = '<h2>Closed on Friday</h2><p></p>'
    await route.fulfill({ json: answer })
  })
  await page.goto('/app/announcements')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(15)
  await expect(rows.nth(0)).toContainText('Open again. Day · Hours; Friday · 10 am noon One Two')
  await expect(rows.nth(1)).toContainText('When; Day · Hours; Friday · 10 am noon')
  await expect(rows.nth(2)).toContainText('Closed on Friday')
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  await page.unroute('**/api/announcements*')
  await scrollToEnd(page)
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(20)
  const link = rows.first().getByRole('link')
  const [title, address] = [await link.innerText(), await link.getAttribute('href')]
  await link.click()
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(address ?? '')}`)
  await logIn(page, member)
  await expect(heading(page, title)).toBeVisible()
})

test('S-3.05 S-2.14 announcements are read for this member in this browser, one by one or all at once in every tab and on every page', async ({
  page,
  server,
  member,
  context,
}) => {
  const removals = [await publishAnnouncement(server, 'Published after the registration')]
  await openAs(page, member, '/app/announcements')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.first()).toContainText('New')
  const link = rows.first().getByRole('link')
  const id = Number((await link.getAttribute('href'))?.split('/').pop())
  await link.click()
  await expect(page.getByRole('link', { name: 'Back', exact: true })).toBeVisible()
  await expect
    .poll(() => page.evaluate((user) => localStorage.getItem(`read_announcements_${user}`), member.id))
    .toBe(JSON.stringify([id]))
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(rows.first()).toBeVisible()
  await expect(rows.first()).not.toContainText('New')
  await page.reload()
  await expect(rows.first()).toBeVisible()
  await expect(rows.first()).not.toContainText('New')

  removals.push(await publishAnnouncement(server, 'Earlier news'), await publishAnnouncement(server, 'Latest news'))
  await page.reload()
  const home = await context.newPage()
  await home.goto('/')
  const tile = home.getByRole('navigation', { name: 'Explore' }).getByRole('link', { name: /Announcements/ })
  await expect(tile).toContainText('unread')
  await expect(rows).toHaveCount(15)
  await expect(rows.filter({ hasText: /^New/ })).toHaveCount(2)
  await expect(rows.first()).toContainText('Latest news')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  await expect(rows.filter({ hasText: /^New/ })).toHaveCount(0)
  await expect(tile).not.toContainText('unread')
  await page.reload()
  await expect(rows.first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  for (const remove of removals) await remove()
})

test.describe('harmful content', () => {
  test.use({ expectedErrors: /inline (event handler|style) violates/ })

  test('S-3.04 D-35 announcements are formatted without harmful markup, and their links lead to pictures, the console and pages of the app', async ({
    page,
    server,
    member,
  }) => {
    const { data } = await (await fetch(`${server.url}/api/announcements`)).json()
    const picture = data.find(({ image_url }: { image_url: string | null }) =>
      image_url?.startsWith('/media/'),
    ).image_url
    const links = [picture, `${server.url}${picture}`, '/console/', '/APP/deals/']
    const content = [
      '<h2>News</h2><p>Some <strong>bold</strong> words <a href="https://campus.example/x" target="_blank">here</a></p>',
      '<img src=x onerror="document.title=\'hacked\'"><script>document.title="hacked"</script>',
      '<a href="javascript:document.title=1">sly</a><p style="position:fixed" onclick="x()">styled</p><iframe></iframe>',
      ...links.map((href, place) => `<p><a href="${href}">Link ${place + 1}</a></p>`),
    ].join('')
    await page.route('**/api/announcements*', async (route) => {
      const answer = await (await route.fetch()).json()
      for (const row of answer.data) row.content = content
      await route.fulfill({ json: answer })
    })
    // A page that shows a picture has no storage for a prepared session.
    await page.goto('/login?redirect=%2Fapp%2Fannouncements')
    await logIn(page, member)
    await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
    const article = page.getByRole('article')
    await expect(article.getByRole('heading', { level: 2, name: 'News' })).toBeVisible()
    await expect(article.locator('strong')).toHaveText('bold')
    await expect(article.getByRole('link', { name: 'here' })).toHaveAttribute('rel', 'noopener')
    expect(await article.innerHTML()).not.toMatch(/onerror|onclick|<script|<iframe|javascript:|position:fixed/)
    await expect(page).not.toHaveTitle('hacked')
    for (const name of ['Link 1', 'Link 2']) {
      await page.getByRole('link', { name }).click()
      await expect(page).toHaveURL(picture)
      expect(await page.evaluate(() => document.contentType)).toMatch(/^image\//)
      await page.goBack()
    }
    await page.getByRole('link', { name: 'Link 3' }).click()
    await expect(page).toHaveURL(/\/console\//)
    await expect(page.getByLabel('Password')).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'Link 4' }).click()
    await expect(page).toHaveURL('/APP/deals')
    await expect(page.getByRole('heading', { level: 1, name: 'Popular Deals' })).toBeVisible()
  })
})

test('D-31 S-9.07 an announcement is searched up to page 50', async ({ page, member }) => {
  let last = 0
  await page.route('**/api/announcements*', async (route) => {
    const asked = Number(new URL(route.request().url()).searchParams.get('page') ?? 1)
    last = Math.max(last, asked)
    const row = { title: 'One of many', content: '<p>Words</p>', image_url: null, placeholder_image_url: null }
    const at = '2026-01-01T00:00:00Z'
    const data = [{ ...row, id: asked, published_at: at, created_at: at }]
    await route.fulfill({ json: { data, meta: { current_page: asked, per_page: 1, has_more: true } } })
  })
  await openAs(page, member, '/app/announcements/30')
  await expect(heading(page, 'One of many')).toBeVisible()
  expect(last).toBe(30)
  await page.goto('/app/announcements/70')
  await expect(page.getByText('Announcement not found.')).toBeVisible()
  expect(last).toBe(50)
})
