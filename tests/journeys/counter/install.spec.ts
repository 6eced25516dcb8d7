import type { Page } from '@playwright/test'
import { openShop, pairCounter } from '../../support/browser/counters.ts'
import { putSession, typeVoucher } from '../support/counter.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectCachedIn, expectCachedOffline } from '../support/kept-answers.ts'

test.use({
  viewport: { width: 360, height: 640 },
  serviceWorkers: 'allow',
  expectedErrors: /401|net::ERR_|Failed to fetch/,
})

test('R-4 R-4.05 D-100 the counter can be installed, in English and in Malay; without a network it says that the language cannot be changed and opens in the one that was chosen before, and an enrolled phone shows a code', async ({
  page,
  context,
  server,
}) => {
  await page.goto('/counter/')
  await expectCachedOffline(page)
  const browser = await context.newCDPSession(page)
  const { errors, data = '' } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data)
  expect(manifest).toMatchObject({ name: 'Stampus counter', start_url: '/counter/', scope: '/counter/', lang: 'en' })
  for (const { src, sizes } of [...manifest.icons, { src: '/counter/apple-touch-icon.png', sizes: '180x180' }])
    expect(await sizeOf(page, src), src).toBe(sizes)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(
    page.getByText('No connection to the server. You can change the language when it is back.'),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('No connection to the server.')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expectCachedIn(page, 'ms', '/counter/')
  const malay = JSON.parse((await browser.send('Page.getAppManifest')).data ?? '')
  expect(malay).toMatchObject({ name: 'Kaunter Stampus', id: '/counter/', lang: 'ms' })
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Tiada sambungan ke pelayan.')
  await context.setOffline(false)

  await putSession(page, (await pairCounter(server, await openShop(server))).phone)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Hand over' })).toBeVisible()
  await expectCachedIn(page, 'en', '/counter/')
  await context.setOffline(true)
  await page.reload()
  await typeVoucher(page, { number: '12345678', code: '1234' })
  await expect(page.getByText(/^\d{3} \d{3}$/)).toBeVisible()
})

const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    return `${image.naturalWidth}x${image.naturalHeight}`
  }, src)
