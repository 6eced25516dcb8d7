import type { BrowserContext, Page } from '@playwright/test'

/** What the payloads did in a browser. */
export type Watch = {
  /** The numbers of the payloads that ran. */
  hits: Set<number>
  /** The directives of the content security policy that blocked something. */
  blocked: string[]
  /** The requests to another site, which end at the closed port. */
  away: string[]
}

/** Records what runs, what is blocked and what is requested, on every page and in every frame of a browser. */
export async function watchContext(context: BrowserContext): Promise<Watch> {
  const watch: Watch = { hits: new Set(), blocked: [], away: [] }
  await context.exposeFunction('noteStruck', (number: number) => watch.hits.add(number))
  await context.exposeFunction('noteRefused', (directive: string) => watch.blocked.push(directive))
  await context.addInitScript(observeContext)
  context.on('dialog', (dialog) => {
    watch.hits.add(0)
    void dialog.dismiss()
  })
  context.on('requestfailed', (request) => {
    // Any other error is a request that the browser itself blocked.
    const gone = request.failure()?.errorText.startsWith('net::ERR_PROXY')
    if (gone && new URL(request.url()).hostname === 'evil.example') watch.away.push(request.url())
  })
  return watch
}

function observeContext() {
  const injected = (name: string) => Reflect.get(window, name) as (what: unknown) => void
  Object.defineProperty(window, 'hurt', { set: (number) => injected('noteStruck')(number), configurable: true })
  document.addEventListener('securitypolicyviolation', (event) => injected('noteRefused')(event.effectiveDirective))
}

/** Triggers everything that could wait for an interaction: each handler gets its event, each hostile link its click. */
export async function interactWithAll(page: Page, part = 'body') {
  await page.locator(part).evaluateAll((roots) => {
    addEventListener('click', (event) => {
      const link = event.target instanceof Element && event.target.closest('a[href^="http"]')
      if (link) event.preventDefault()
    })
    for (const one of roots.flatMap((root) => [root, ...root.querySelectorAll('*')])) {
      const names = one.getAttributeNames()
      for (const name of names.filter((each) => each.startsWith('on')))
        one.dispatchEvent(new Event(name.slice(2), { bubbles: false, cancelable: true }))
      const sly = names.some((name) => /^[\s\0-\x20]*j[\s]*a[\s]*v[\s]*a/i.test(one.getAttribute(name) ?? ''))
      const form = one.matches('button') ? one.closest('form[action^="javascript:"]') : null
      if (sly || form) one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    }
  })
}
