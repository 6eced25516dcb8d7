import { create as createRule } from '@stampus/contract/console/earningRules'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { manager } from '../../support/browser/people.ts'
import { startDemoServer } from '../../support/browser/prepared-data.ts'
import { expect, test } from '../support/fixtures.ts'
import { heading, scrollToEnd } from '../support/web.ts'

const clauseIds = 'article section'

test('S-1.04 S-2.20 S-9.10 D-104 D-92 the legal pages show their dates and supplements, link back and to their clauses, and are printed as text only', async ({
  page,
}) => {
  await page.goto('/app/deals')
  await scrollToEnd(page) // more deals move the footer away from a click
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBeGreaterThan(20)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms and Conditions' }).click()
  await expect(heading(page, 'Terms and Conditions')).toBeVisible()
  await expect(page.getByText('Effective 03.10.2025')).toBeVisible()
  await expect(page.getByText(/simulated and no real money moves/)).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/app/deals')
  await page.goto('/privacy-policy')
  await expect(page.getByText('Last updated 21.09.2025')).toBeVisible()
  const first = page.getByRole('complementary', { name: 'Supplement 1 of 23.11.2026' })
  await expect(first.getByRole('listitem').first()).toContainText('we keep a hash of your email address for one year')
  const second = page.getByRole('complementary', { name: 'Supplement 2 of 25.11.2026' })
  await expect(second.getByRole('listitem').first()).toContainText('a cookie keeps it for one year')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/')

  await page.goto('/privacy-policy#contact')
  await expect(page.getByRole('heading', { name: /Contact and changes/ })).toBeInViewport()
  await page.goto('/terms-and-conditions')
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Law and contact' }).click()
  await expect(page).toHaveURL('/terms-and-conditions#law')
  await expect(page.getByRole('heading', { name: /Law and contact/ })).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Back', exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(heading(page, 'Terms and Conditions')).toBeVisible()
  for (const role of ['navigation', 'banner', 'contentinfo'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Back', exact: true })).toBeHidden()
})

test('S-1.04 S-2.20 S-9.10 the privacy notice is complete in English and Malay, clause by clause, and the Malay pages have their dates and former URLs', async ({
  page,
}) => {
  await page.goto('/privacy-policy')
  await expect(heading(page, 'Privacy Policy')).toBeVisible()
  await expect(page.getByText(/counsel/i)).toHaveCount(0)
  const english = await page.locator(clauseIds).evaluateAll((clauses) => clauses.map(({ id }) => id))
  await page.getByRole('article').getByRole('link', { name: 'Bahasa Melayu' }).click()
  await expect(heading(page, 'Dasar Privasi')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
  await expect(page.getByText('Kemas kini terakhir 21.09.2025')).toBeVisible()
  await expect(page.getByText(/peguam/i)).toHaveCount(0)
  expect(await page.locator(clauseIds).evaluateAll((clauses) => clauses.map(({ id }) => id))).toEqual(english)
  expect(english).toHaveLength(10)
  await expect(page.getByRole('complementary').getByRole('heading')).toHaveText([
    'Tambahan 1 bertarikh 23.11.2026',
    'Tambahan 2 bertarikh 25.11.2026',
    'Tambahan 3 bertarikh 26.11.2026',
    'Tambahan 4 bertarikh 26.11.2026',
    'Tambahan 5 bertarikh 27.11.2026',
    'Tambahan 6 bertarikh 28.11.2026',
    'Tambahan 7 bertarikh 29.11.2026',
  ])
  await page.getByRole('article').getByRole('link', { name: 'English' }).click()
  await expect(heading(page, 'Privacy Policy')).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')

  await page.goto('/privacy-policy/ms#contact')
  await expect(page).toHaveURL('/privacy-policy?lang=ms#contact')
  await expect(page.getByRole('heading', { name: /Hubungi kami/ })).toBeInViewport()
  await page.goto('/terms-and-conditions?lang=ms')
  await expect(heading(page, 'Terma dan Syarat')).toBeVisible()
  await expect(page.getByText('Berkuat kuasa 03.10.2025')).toBeVisible()
  await expect(page.getByText(/hanyalah simulasi dan tiada wang sebenar berpindah tangan/)).toBeVisible()
})

test('D-65 D-45 the legal pages and the manifest show the configured names and the earning rule', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const own = { PRODUCT_NAME: 'Kad <Kopi>', LEGAL_NAME: 'Kopi Bestari Bhd.', SUPPORT_EMAIL: 'tanya@kopi.example' }
  const environment = await startDemoServer(own, 'postgres')
  try {
    const rule = { sen_per_stamp: 550, min_stamps_per_submission: 1, max_stamps_per_submission: 7, starts_at: 'now' }
    await callApi(environment, createRule, rule, await signInOperator(environment, manager))
    await page.goto(`${environment.url}/terms-and-conditions`)
    await expect(page.getByText(/^Kad <Kopi> is run by Kopi Bestari Bhd\./)).toBeVisible()
    // A page that is served while the server still looks for a new rule has the former one.
    await expect(async () => {
      await page.reload()
      const rules = page.getByText(/one stamp for every full RM\u202f5\.50, .* at most 7\./)
      await expect(rules).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(page.getByRole('link', { name: 'tanya@kopi.example' }).first()).toHaveAttribute(
      'href',
      'mailto:tanya@kopi.example',
    )
    const manifest = await request.get(`${environment.url}/manifest.webmanifest`)
    expect(await manifest.json()).toMatchObject({ name: 'Kad <Kopi>', short_name: 'Kad <Kopi>' })
    expect(manifest.headers()['content-type']).toBe('application/manifest+json; charset=utf-8')
    expect((await request.get(`${environment.url}/sw.js`)).headers()['cache-control']).toBe('no-cache')
  } finally {
    // Otherwise the page requests data from a server that is gone.
    await page.close()
    await environment.remove()
  }
})
