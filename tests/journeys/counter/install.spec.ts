import type { Page } from '@playwright/test'
import { inviteOwner, openShop } from '../../support/browser/counters.ts'
import { setUpCounter, typeVoucher } from '../support/counter.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectCachedIn, expectCachedOffline } from '../support/kept-answers.ts'

test.use({
  viewport: { width: 360, height: 640 },
  serviceWorkers: 'allow',
  expectedErrors: /401|net::ERR_|Failed to fetch/,
})

test('R-4 the counter can be installed, in English and in Malay, apart from the members’ app', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await expectCachedOffline(page)
  await page.goto('/counter/')
  await expect.poll(() => appsWithCaches(page), { timeout: 60_000 }).toEqual(['app', 'counter'])
  const browser = await context.newCDPSession(page)
  const { errors, data = '' } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data)
  expect(manifest).toMatchObject({ name: 'Stampus counter', start_url: '/counter/', scope: '/counter/', lang: 'en' })
  for (const { src, sizes } of [...manifest.icons, { src: '/counter/apple-touch-icon.png', sizes: '180x180' }])
    expect(await sizeOf(page, src), src).toBe(sizes)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
  const malay = JSON.parse((await browser.send('Page.getAppManifest')).data ?? '')
  expect(malay).toMatchObject({ name: 'Kaunter Stampus', id: '/counter/', lang: 'ms' })
})

test('R-4.05 D-100 without a network, the counter says that the language cannot be changed and opens in the one that was chosen before, and an enrolled phone shows a code', async ({
  page,
  context,
  server,
}) => {
  const notice = page.getByText('No connection to the server. You can change the language when it is back.')
  await page.goto('/counter/')
  await expectCachedOffline(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(notice).toBeVisible()
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('No connection to the server.')
  await context.setOffline(false)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')

  for (const [language, name, text] of [
    ['ms', 'Bahasa Melayu', 'Tiada sambungan ke pelayan.'],
    ['en', 'English', 'No connection to the server.'],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await expectCachedIn(page, language, '/counter/')
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('alert')).toContainText(text)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await context.setOffline(false)
  }

  await setUpCounter(page, await inviteOwner(server, await openShop(server)))
  await expectCachedOffline(page)
  await context.setOffline(true)
  await page.reload()
  await typeVoucher(page, { number: '12345678', code: '1234' })
  await expect(page.getByText(/^\d{3} \d{3}$/)).toBeVisible()
})

/** The apps that have stored their code and the page that starts them. */
const appsWithCaches = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    return names
      .filter((name) => name.endsWith('-shell'))
      .map((name) => name.split('-')[0])
      .sort()
  })

const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    return `${image.naturalWidth}x${image.naturalHeight}`
  }, src)
