import { connectOperator } from '../../support/browser/operators.ts'
import { findMerchant, loadReceiptPicture, newInvoiceNumber } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { changeLanguage, openInMalay } from '../support/languages.ts'
import { goTo, wordsOf } from '../support/walk.ts'
import { heading, openAs } from '../support/web.ts'

test('S-1.02 D-65 D-100 each page is served in the language of its URL, of the cookie, or of the browser, with its URL in each language, its manifest and its worker', async ({
  request,
  baseURL,
}) => {
  const languageOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request.get(path, { headers })
    expect(answer.headers().vary?.toLowerCase()).toContain('accept-language, cookie')
    return /<html lang="(\w+)"/.exec(await answer.text())?.[1]
  }
  const [visit, chosen] = ['stampus_visit_language', 'stampus_language']
  const cases: [language: string, query: string, headers?: Record<string, string>][] = [
    ['en', ''],
    ['en', '', { 'accept-language': 'en-GB,ms;q=0.9' }],
    ['ms', '', { 'accept-language': 'ms-MY,ms;q=0.9,en;q=0.8' }],
    ['en', '', { 'accept-language': 'ms', cookie: `${chosen}=en` }],
    ['ms', '', { cookie: `${chosen}=ms` }],
    ['en', '?lang=en', { cookie: `${chosen}=ms` }],
    ['ms', '?lang=ms', { cookie: `${chosen}=en` }],
    ['ms', '?lang=fr', { 'accept-language': 'ms' }],
    ['ms', '', { cookie: `${visit}=ms` }],
    ['en', '', { cookie: `${visit}=ms; ${chosen}=en` }],
    ['ms', '', { cookie: `${chosen}=fr`, 'accept-language': 'ms' }],
  ]
  for (const path of ['/', '/login', '/app/deals', '/register', '/nowhere', '/sw-not-there'])
    for (const [language, query, headers] of cases)
      expect(await languageOf(path + query, headers), `${path}${query} ${JSON.stringify(headers)}`).toBe(language)

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
  await goTo(page, '/app/profile?edit')
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

test('S-1.01 S-4.05 S-5.11 D-100 in Malay a receipt is sent with a decimal comma, and its approval, its stamps and the mail are in Malay', async ({
  page,
  mailTo,
  server,
  member,
}) => {
  const { slug } = await findMerchant(server, 'Boba Bukit')
  await openInMalay(page, server, member, `/merchants/${slug}`)
  const chosen = page.locator('input[type=file]:not([capture])').first()
  await chosen.setInputFiles(await loadReceiptPicture('134.jpg'))
  await page.getByLabel('Jumlah').fill('21,40')
  await page.getByLabel('Nombor invois').fill(newInvoiceNumber())
  await page.getByRole('button', { name: 'Hantar · kira-kira 2 cop' }).click()
  await expect(heading(page, 'Resit Saya')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'RM\u202f21.40' })
  await expect(row).toContainText('Menunggu')
  const id = Number((await row.getByRole('link').getAttribute('href'))?.split('/').at(-1))
  await (await connectOperator(server)).approve(id)
  await expect(row).toContainText('Diluluskan', { timeout: 40_000 })
  await goTo(page, '/')
  await expect(page.getByRole('region', { name: 'Kad cop' })).toContainText('2')
  const { text } = await mailTo(member.email, 'diluluskan')
  expect(text).toContain('2 cop')
  expect(text).not.toMatch(wordsOf.en)
})
