import { expect, test } from '../support/fixtures.ts'
import { expectSettled } from '../support/web.ts'

test('S-9.04 text typed while a search starts is kept and searched', async ({ page }) => {
  // A letter arrives when the URL has changed and the page has not yet.
  await page.addInitScript(() => {
    const replace = window.history.replaceState.bind(window.history)
    window.history.replaceState = (...given) => {
      replace(...given)
      const field = document.querySelector<HTMLInputElement>('input[type=search]')
      if (!String(given[2]).endsWith('search=rak') || !field) return
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'rake')
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  })
  await page.goto('/app/merchants')
  await expectSettled(page)
  await page.getByLabel('Search merchants').fill('rak')
  await expect(page).toHaveURL('/app/merchants?search=rake')
  await expect(page.getByLabel('Search merchants')).toHaveValue('rake')
})
