import { publishAnnouncement } from '../../support/browser/operators.ts'
import { expect, test } from '../support/fixtures.ts'
import { heading, logIn, moveTo, openAs } from '../support/web.ts'

test.use({ expectedErrors: /inline (event handler|style) violates/ })

test('S-2.23 S-3.04 D-33 D-35 anyone can read how announcements begin, but marks none as read and needs a login for a whole one, which is formatted without harmful markup and leads to pictures, the console and pages of the app', async ({
  page,
  server,
  member,
}) => {
  const { data } = await (await fetch(`${server.url}/api/announcements`)).json()
  const picture: string = data.find(({ image_url: url }: { image_url: string | null }) =>
    url?.startsWith('/media/'),
  ).image_url
  const hours = '<tr><th>Day</th><th>Hours</th></tr><tr><td>Friday</td><td><p>10 am</p><p>noon</p></td></tr>'
  const links = [`${server.url}${picture}`, '/console/', '/APP/deals/']
  const contents = [
    `<h2>News</h2><p>Open<br>again.</p><table>${hours}</table><ul><li>One<ul><li>Two</li></ul></li></ul>`,
    `<table><caption>When</caption>${hours}</table>`,
    '<h2>Closed on Friday</h2><p></p>',
    [
      '<h2>News</h2><p>Some <strong>bold</strong> words <a href="https://campus.example/x" target="_blank">here</a></p>',
      '<img src=x onerror="document.title=\'hacked\'"><script>document.title="hacked"</script>',
      '<a href="javascript:document.title=1">sly</a><p style="position:fixed" onclick="x()">styled</p><iframe></iframe>',
      ...links.map((href, place) => `<p><a href="${href}">Link ${place + 1}</a></p>`),
    ].join(''),
  ]
  await page.route('**/api/announcements*', async (route) => {
    const answer = await (await route.fetch()).json()
    for (const [place, content] of contents.entries()) Object.assign(answer.data[place], { content })
    await route.fulfill({ json: answer })
  })
  await page.goto('/app/announcements')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(15)
  await expect(rows.nth(0)).toContainText('Open again. Day · Hours; Friday · 10 am noon One Two')
  await expect(rows.nth(1)).toContainText('When; Day · Hours; Friday · 10 am noon')
  await expect(rows.nth(2)).toContainText('Closed on Friday')
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  const link = rows.nth(3).getByRole('link')
  const [title, address] = [await link.innerText(), await link.getAttribute('href')]
  await link.click()
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(address ?? '')}`)
  // A page that shows a picture has no storage for a prepared session.
  await logIn(page, member)
  await expect(heading(page, title)).toBeVisible()

  const article = page.getByRole('article')
  await expect(article.locator('h2')).toHaveText('News')
  await expect(article.locator('strong')).toHaveText('bold')
  await expect(article.getByRole('link', { name: 'here' })).toHaveAttribute('rel', 'noopener')
  expect(await article.innerHTML()).not.toMatch(/onerror|onclick|<script|<iframe|javascript:|position:fixed/)
  await expect(page).not.toHaveTitle('hacked')
  await page.getByRole('link', { name: 'Link 1' }).click()
  await expect(page).toHaveURL(picture)
  expect(await page.evaluate(() => document.contentType)).toMatch(/^image\//)
  await page.goBack()
  await page.getByRole('link', { name: 'Link 2' }).click()
  await expect(page).toHaveURL(/\/console\//)
  await expect(page.getByLabel('Password')).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Link 3' }).click()
  await expect(heading(page, 'Popular Deals')).toBeVisible()
})

test('S-2.14 S-3.05 S-9.07 D-31 announcements are read for this member in this browser, one by one or all at once in every tab, and home counts the others; one is searched up to page 50', async ({
  page,
  server,
  member,
  context,
}) => {
  const removals = []
  for (const title of ['Earlier news', 'Further news', 'Latest news'])
    removals.push(await publishAnnouncement(server, title))
  await openAs(page, member, '/app/announcements')
  const other = await context.newPage()
  await other.goto('/')
  const tile = other.getByRole('navigation', { name: 'Explore' }).getByRole('link', { name: /Announcements/ })
  await expect(tile).toContainText('3 unread')
  const rows = page.getByRole('main').getByRole('listitem')
  const unread = rows.filter({ hasText: /^New/ })
  await expect(unread).toHaveCount(3)
  await expect(rows.first()).toContainText('Latest news')
  const link = rows.first().getByRole('link')
  const id = Number((await link.getAttribute('href'))?.split('/').pop())
  await link.click()
  await expect(page.getByRole('link', { name: 'Back', exact: true })).toBeVisible()
  const stored = () => page.evaluate((user) => localStorage.getItem(`read_announcements_${user}`), member.id)
  await expect.poll(stored).toBe(JSON.stringify([id]))
  await expect(tile).toContainText('2 unread')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(unread).toHaveCount(2)
  await expect(rows.first()).not.toContainText('New')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  await expect(unread).toHaveCount(0)
  await expect(tile).not.toContainText('unread')
  await page.reload()
  await expect(rows.first()).toBeVisible()
  await expect(unread).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  for (const remove of removals) await remove()

  // One that does not exist is searched up to page 50.
  let last = 0
  await page.route('**/api/announcements*', async (route) => {
    last = Math.max(last, Number(new URL(route.request().url()).searchParams.get('page') ?? 1))
    const { data, meta } = await (await route.fetch({ url: `${server.url}/api/announcements` })).json()
    await route.fulfill({ json: { data, meta: { ...meta, has_more: true } } })
  })
  await moveTo(page, '/app/announcements/999999')
  await expect(page.getByText('Announcement not found.')).toBeVisible()
  expect(last).toBe(50)
})
