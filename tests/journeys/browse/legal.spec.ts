import { create as createRule } from '@stampus/contract/console/earningRules'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { manager } from '../../support/browser/people.ts'
import { startDemoServer } from '../../support/browser/prepared-data.ts'
import { expect, test } from '../support/fixtures.ts'
import { heading, moveTo } from '../support/web.ts'

test('S-1.04 S-2.20 S-9.10 D-45 D-65 D-92 D-104 the legal pages show their dates and supplements in both languages, the configured names and the earning rule, as the manifest does, link back and to their clauses, keep their former URLs and are printed as text only', async ({
  page,
  request,
}) => {
  const back = page.getByRole('link', { name: 'Back', exact: true })
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByText('Last updated 21.09.2025')).toBeVisible()
  const supplement = (number: number) =>
    page.getByRole('complementary', { name: new RegExp(`^Supplement ${number} of 2\\d\\.11\\.2026$`) })
  await expect(supplement(1)).toContainText('we keep a hash of your email address for one year')
  await expect(supplement(2)).toContainText('a cookie keeps it for one year')
  await expect(page.getByRole('complementary').getByRole('heading').last()).toHaveText('Supplement 8 of 1.12.2026')
  await back.click()
  await expect(page).toHaveURL('/')

  await page.goto('/privacy-policy/ms#contact')
  await expect(page).toHaveURL('/privacy-policy?lang=ms#contact')
  await expect(heading(page, 'Dasar Privasi')).toBeAttached()
  await expect(page.getByRole('heading', { name: /Hubungi kami/ })).toBeInViewport()
  await expect(page.getByText('Kemas kini terakhir 21.09.2025')).toBeAttached()
  await expect(page.getByRole('complementary').getByRole('heading').last()).toHaveText('Tambahan 8 bertarikh 1.12.2026')
  await moveTo(page, '/terms-and-conditions?lang=ms')
  await expect(heading(page, 'Terma dan Syarat')).toBeVisible()
  await expect(page.getByText('Berkuat kuasa 03.10.2025')).toBeVisible()
  await page.getByRole('article').getByRole('link', { name: 'English' }).click()
  await expect(heading(page, 'Terms and Conditions')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByText('Effective 03.10.2025')).toBeVisible()
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Law and contact' }).click()
  await expect(page).toHaveURL(/\/terms-and-conditions\S*#law$/)
  await expect(page.getByRole('heading', { name: /Law and contact/ })).toBeInViewport()
  await page.emulateMedia({ media: 'print' })
  await expect(heading(page, 'Terms and Conditions')).toBeVisible()
  for (const role of ['navigation', 'banner', 'contentinfo'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  await expect(back).toBeHidden()

  const own = { PRODUCT_NAME: 'Kad <Kopi>', LEGAL_NAME: 'Kopi Bestari Bhd.', SUPPORT_EMAIL: 'tanya@kopi.example' }
  const environment = await startDemoServer(own)
  try {
    const rule = { sen_per_stamp: 550, min_stamps_per_submission: 1, max_stamps_per_submission: 7, starts_at: 'now' }
    await callApi(environment, createRule, rule, await signInOperator(environment, manager))
    // A page that is served while the server still looks for a new rule has the former one.
    const served = async () => (await request.get(`${environment.url}/terms-and-conditions`)).text()
    await expect.poll(served).toContain('"sen_per_stamp":550')
    await page.goto(`${environment.url}/terms-and-conditions`)
    await expect(page.getByText(/^Kad <Kopi> is run by Kopi Bestari Bhd\./)).toBeAttached()
    await expect(page.getByText(/one stamp for every full RM\u202f5\.50, .* at most 7\./)).toBeAttached()
    const mail = page.getByRole('link', { name: 'tanya@kopi.example' }).first()
    await expect(mail).toHaveAttribute('href', 'mailto:tanya@kopi.example')
    const manifest = await request.get(`${environment.url}/manifest.webmanifest`)
    expect(await manifest.json()).toMatchObject({ name: 'Kad <Kopi>', short_name: 'Kad <Kopi>' })
    expect(manifest.headers()['content-type']).toBe('application/manifest+json; charset=utf-8')
  } finally {
    // Otherwise the page requests data from a server that is gone.
    await page.close()
    await environment.remove()
  }
})
