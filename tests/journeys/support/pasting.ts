import type { Page } from '@playwright/test'

/** Pastes HTML where the cursor is. */
export async function paste(page: Page, html: string) {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(paste)
  }, html)
}
