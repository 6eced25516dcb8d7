import { matchRoutes, type Params } from 'react-router'
import { useSession } from '../../shared/storage/session.ts'
import { type Route, routes } from './routes.tsx'

export function prefetchOnTouch(): () => void {
  const stop = new AbortController()
  for (const sign of ['pointerover', 'pointerdown', 'focusin'])
    document.addEventListener(sign, ({ target }) => prefetchLink(target), { passive: true, signal: stop.signal })
  return () => stop.abort()
}

function prefetchLink(touched: EventTarget | null): void {
  const link = touched instanceof Element && touched.closest<HTMLAnchorElement>('a[href]')
  if (!link || link.origin !== location.origin || link.target === '_blank') return
  const found = matchRoutes(routes, link.pathname)?.at(-1)
  // If this fails, the page loads again when it is opened, and shows the error then.
  if (found && canShow(found.route)) void prefetch(found.route, found.params, link.search).catch(() => undefined)
}

function canShow({ access }: Route): boolean {
  return access !== 'member' || Boolean(useSession.getState().user?.email_verified_at)
}

async function prefetch({ name, page }: Route, params: Params, search: string): Promise<void> {
  if ('load' in page) await page.load()
  const { fetchPageAnswer } = await import('./pageAnswers.ts')
  await fetchPageAnswer(name, params, search)
}
