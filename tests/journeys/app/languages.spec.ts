import type { Page } from '@playwright/test'
import { setLanguage } from '@stampus/contract/accounts'
import { list as listMerchants } from '@stampus/contract/merchants'
import { show } from '@stampus/contract/submissions'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import {
  aisyah,
  loadReceiptPicture,
  logInElsewhere,
  newInvoiceNumber,
  newPerson,
  reviewer,
} from '../../support/browser/people.ts'
import { approve, deskPicture, lastDecision, openAtDesk, openDesk } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { changeLanguage, inMalay } from '../support/languages.ts'
import { heading, openAs } from '../support/web.ts'

/** Words that every longer English or Malay text has, and that the other language does not have. */
const english = /\b(the|and|your|you|with|for|this|that|have|from|will|are|not|was|been|or|it|is|of|to)\b/i
const malay = /\b(yang|dan|anda|untuk|dengan|ini|itu|tidak|akan|telah|daripada|kepada|atau|boleh|resit|cop)\b/i

const publicPages = ['/', '/login', '/register', '/app/merchants', '/app/deals', '/app/announcements']
const furtherPages = [
  '/submit',
  '/merchants/boba-bukit',
  '/merchants/nowhere',
  '/terms-and-conditions',
  '/privacy-policy',
  '/nowhere',
  '/email/verification?link=x',
  '/email/keep?link=x',
  '/password/reset?link=x',
  '/browser/unlock?link=x',
]
const membersPages = [
  '/',
  '/app/profile',
  '/app/profile?edit',
  '/app/submissions',
  '/app/rewards',
  '/app/history',
  '/app/history/stamps',
  '/app/campaigns',
  '/app/badges',
  '/app/leaderboard',
  '/app/contact',
  '/app/links',
]

/** Names of merchants in the demo that contain such a word. */
const namesOfShops = /The (Late Supper Club|Reading Room Coffee)/g

test('S-1.02 D-65 D-100 each page is served in the language of its URL, of the cookie, or of the browser, with its URL in each language, its manifest and its worker', async ({
  page,
  request,
  baseURL,
}) => {
  const languageOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request.get(path, { headers })
    expect(answer.headers().vary?.toLowerCase()).toContain('accept-language, cookie')
    return /<html lang="(\w+)"/.exec(await answer.text())?.[1]
  }
  for (const path of ['/', '/login', '/app/deals', '/register', '/nowhere', '/sw-not-there']) {
    expect(await languageOf(path), path).toBe('en')
    expect(await languageOf(path, { 'accept-language': 'en-GB,ms;q=0.9' }), path).toBe('en')
    expect(await languageOf(path, { 'accept-language': 'ms-MY,ms;q=0.9,en;q=0.8' }), path).toBe('ms')
    expect(await languageOf(path, { 'accept-language': 'ms', cookie: 'stampus_language=en' }), path).toBe('en')
    expect(await languageOf(path, { cookie: 'stampus_language=ms' }), path).toBe('ms')
    expect(await languageOf(`${path}?lang=en`, { cookie: 'stampus_language=ms' }), path).toBe('en')
    expect(await languageOf(`${path}?lang=ms`, { cookie: 'stampus_language=en' }), path).toBe('ms')
    expect(await languageOf(`${path}?lang=fr`, { 'accept-language': 'ms' }), path).toBe('ms')
    expect(await languageOf(path, { cookie: 'stampus_visit_language=ms' }), path).toBe('ms')
    expect(await languageOf(path, { cookie: 'stampus_visit_language=ms; stampus_language=en' }), path).toBe('en')
    expect(await languageOf(path, { cookie: 'stampus_language=fr', 'accept-language': 'ms' }), path).toBe('ms')
  }

  const links = (await request.get('/app/deals?lang=ms')).headers().link ?? ''
  expect(links.split(', ')).toEqual([
    `<${baseURL}/app/deals>; rel="canonical"`,
    `<${baseURL}/app/deals>; rel="alternate"; hreflang="x-default"`,
    `<${baseURL}/app/deals?lang=en>; rel="alternate"; hreflang="en"`,
    `<${baseURL}/app/deals?lang=ms>; rel="alternate"; hreflang="ms"`,
  ])
  // A proxy rejects large headers.
  const long = `/merchants/${'a'.repeat(800)}`
  for (const path of ['/nowhere', '/merchants/nowhere', '//elsewhere.example/', '/app/deals.php', long])
    expect((await request.get(`${baseURL}${path}`)).headers().link, path).toBeUndefined()

  const headers = { 'accept-language': 'ms' }
  await expect.poll(async () => (await request.get('/', { headers })).text()).toContain('data-rendered="/"')
  const home = await (await request.get('/', { headers })).text()
  expect(home).toContain('Selamat datang')
  expect(home).not.toContain('Welcome')
  expect(await (await request.get('/manifest.webmanifest', { headers })).json()).toMatchObject({ lang: 'ms' })
  // A browser requests it without cookies.
  const manifest = /<link rel="manifest" href="([^"]+)"/.exec(home)?.[1] ?? ''
  expect(await (await request.get(manifest)).json()).toMatchObject({ lang: 'ms' })
  const workers = await Promise.all(
    [{}, headers].map(async (given) => (await request.get('/sw.js', { headers: given })).text()),
  )
  expect(workers[0]).not.toBe(workers[1])
  // The page that registers it names its language.
  expect(await (await request.get('/sw.js?lang=ms', { headers: { cookie: 'stampus_language=en' } })).text()).toBe(
    workers[1],
  )
  const { etag, 'last-modified': modified } = (await request.get('/sw.js')).headers()
  expect([etag, modified]).toEqual([undefined, undefined])
  await page.goto('/?lang=ms')
  await expect(heading(page, 'Selamat datang, Tetamu')).toBeVisible()
  await expect(page).toHaveTitle('Selamat datang, Tetamu · Stampus')
})

test('S-2.05 S-5.01 D-100 changing the language keeps a half-filled registration except its passwords, a receipt and a profile, until signing out', async ({
  page,
  context,
  member,
}) => {
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Nurul Izzah')
  await page.getByLabel('Email').fill('nurul@student.campus.edu.my')
  await page.getByLabel('Password', { exact: true }).fill('Secret-123')
  await page.getByLabel(/I agree to the terms/).check()
  await page.evaluate(() =>
    addEventListener('pagehide', () => localStorage.setItem('seen', JSON.stringify({ ...sessionStorage }))),
  )
  await page.getByRole('banner').getByRole('link', { name: 'Bahasa Melayu' }).click()
  await expect(heading(page, 'Daftar')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
  await expect(page.getByLabel('Nama penuh')).toHaveValue('Nurul Izzah')
  await expect(page.locator('input[name=email]')).toHaveValue('nurul@student.campus.edu.my')
  await expect(page.locator('input[name=password]')).toHaveValue('')
  await expect(page.locator('input[name=terms]')).toBeChecked()
  const seen = await page.evaluate(() => localStorage.getItem('seen'))
  expect(seen).toContain('nurul@student.campus.edu.my')
  expect(seen).not.toContain('Secret-123')
  await page.reload()
  await expect(heading(page, 'Daftar')).toBeVisible()
  await expect(page.getByLabel('Nama penuh')).toHaveValue('')

  await context.clearCookies()
  await openAs(page, member, '/merchants/boba-bukit')
  await page.locator('input[name=purchase_amount]').fill('18.90')
  await page.getByLabel('Invoice number').fill('4711')
  await changeLanguage(page, 'Bahasa Melayu')
  await expect(page.getByLabel('Nombor invois')).toHaveValue('4711')
  await page.goto('/app/profile?edit')
  await page.locator('input[name=name]').fill('Nama Baharu')
  await changeLanguage(page, 'English')
  await expect(page.getByLabel('Full name')).toHaveValue('Nama Baharu')
  await expect(heading(page, 'Edit profile')).toBeVisible()
  // Changed twice from other pages, which do not load the form.
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await changeLanguage(page, 'Bahasa Melayu')
  await changeLanguage(page, 'English')
  await page.goto('/app/profile?edit')
  await expect(page.getByLabel('Full name')).toHaveValue('Nama Baharu')

  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await changeLanguage(page, 'Bahasa Melayu')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('Nama Baharu')
  await page.getByRole('button', { name: /menu akaun/ }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Log keluar' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log masuk' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Nama Baharu')
})

test('S-1.01 S-4.05 S-5.11 D-100 a receipt goes from the till to a stamp in Malay', async ({
  page,
  context,
  anotherBrowser,
  mailTo,
  server,
}) => {
  test.setTimeout(120_000)
  await context.addCookies([{ ...inMalay, url: server.url }])
  const person = newPerson()
  await page.goto('/register')
  await page.getByLabel('Nama penuh').fill(person.name)
  await page.locator('input[name=email]').fill(person.email)
  await page.locator('input[name=password]').fill(person.password)
  await page.locator('input[name=password_confirmation]').fill(person.password)
  await page.locator('input[name=terms]').check()
  await page.getByRole('button', { name: 'Daftar' }).click()
  await expect(heading(page, 'Sahkan e-mel anda')).toBeVisible()
  const verification = await mailTo(person.email)
  expect(verification.subject).toMatch(/Sahkan/)
  await page.goto(verification.link ?? '')
  await expect(heading(page, `Selamat datang, ${person.name}`)).toBeVisible()
  await page.goto('/merchants/boba-bukit')
  await page
    .locator('input[type=file]:not([capture])')
    .first()
    .setInputFiles(await loadReceiptPicture('134.jpg'))
  await page.getByLabel('Jumlah').fill('21,40')
  await page.getByLabel('Nombor invois').fill(newInvoiceNumber())
  await page.getByRole('button', { name: 'Hantar · kira-kira 2 cop' }).click()
  await expect(heading(page, 'Resit Saya')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'RM\u202f21.40' })
  await expect(row).toContainText('Menunggu')
  const id = Number((await row.getByRole('link').getAttribute('href'))?.split('/').at(-1))
  const desk = await (await anotherBrowser()).newPage()
  await openDesk(desk, reviewer)
  await openAtDesk(desk, id)
  const picture = deskPicture(desk)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  await approve(desk)
  await expect(lastDecision(desk)).toContainText('Approved Boba Bukit')
  await expect(row).toContainText('Diluluskan', { timeout: 40_000 })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Kad cop' })).toContainText('2')
  const mail = await mailTo(person.email, 'diluluskan')
  expect(mail.text).toContain('2 cop')
  expect(mail.text).not.toMatch(english)
})

// Other journeys log in as the same member.
test.afterEach(async ({ server }, { title }) => {
  if (!title.includes('shows the other language')) return
  const { token } = await logInElsewhere(server, aisyah)
  await callApi(server, setLanguage, { language: 'en' }, bearerHeader(token))
})

for (const [language, leftover] of [
  ['ms', english],
  ['en', malay],
] as const) {
  test(`D-100 no page of a guest or a member in ${language} shows the other language`, async ({
    page,
    context,
    server,
  }) => {
    test.setTimeout(240_000)
    await context.addCookies([{ ...inMalay, value: language, url: server.url }])
    for (const path of [...publicPages, ...furtherPages]) {
      await page.goto(path)
      await expectOnly(page, leftover, path)
    }

    const { token } = await logInElsewhere(server, aisyah)
    await callApi(server, setLanguage, { language }, bearerHeader(token))
    await openAs(page, aisyah)
    for (const path of membersPages) {
      await page.goto(path)
      await expectOnly(page, leftover, path)
    }
    await page.goto('/app/submissions')
    const links = page.getByRole('main').locator('a[href^="/app/submissions/"]')
    await expect.poll(() => links.count()).toBeGreaterThan(3)
    const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
    for (const path of paths) {
      // What a reviewer or the member wrote is shown as they wrote it.
      const typed = await callApi(server, show, { id: Number(path.split('/').at(-1)) }, bearerHeader(token))
      await page.goto(path)
      await expectOnly(page, leftover, path, JSON.stringify(typed))
    }
    const { data } = await callApi(server, listMerchants, {})
    await page.goto(`/app/submissions/new/${data[0]?.id}`)
    await expect(page.locator('input[inputmode=decimal]')).toBeVisible()
    await page.locator('form').last().getByRole('button').last().click()
    await expectOnly(page, leftover, 'the receipt form')
  })
}

/**
 * Reads every text of the page and every label that a screen reader speaks, except what is marked with the other
 * language and what people typed: merchants, deals, announcements, notes and reasons have no `lang` in their own.
 */
async function expectOnly(page: Page, leftover: RegExp, where: string, typed = '') {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('.animate-pulse')).toHaveCount(0)
  const texts = await page.evaluate(() => {
    const own = document.documentElement.lang
    const isOurs = (element: Element | null) =>
      !element?.closest(`[lang]:not([lang="${own}"]), script, style, noscript`)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (isOurs(parentElement) && textContent?.trim()) found.push(textContent.trim())
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        const text = element.getAttribute(name)
        if (text && isOurs(element)) found.push(text)
      }
    return found
  })
  expect(texts.length, where).toBeGreaterThan(5)
  const ours = texts.map((text) => text.replaceAll(namesOfShops, ''))
  expect(
    ours.filter((text) => leftover.test(text) && !typed.includes(JSON.stringify(text).slice(1, -1))),
    where,
  ).toEqual([])
}
