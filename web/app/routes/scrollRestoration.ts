import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { tryStorage } from '../../shared/storage/tryStorage.ts'

const TIMEOUT_MS = 3000

/** Scrolls to the top of a new page. Going back restores the position as soon as the page is long enough. */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation()
  const navigation = useNavigationType()
  // All pages that are opened directly have the same key, so the path is needed too.
  const name = `place:${key}:${pathname}`
  // Must run before the browser scrolls while one page replaces another, or that position would be stored.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    return storePosition(name)
  }, [name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter of the same page keeps the position
  useLayoutEffect(() => {
    if (navigation === 'POP') return restorePosition(storedPosition(name))
    window.scrollTo(0, 0)
  }, [pathname])
}

function storePosition(name: string): () => void {
  const keep = () => tryStorage(() => sessionStorage.setItem(name, String(Math.round(window.scrollY))))
  window.addEventListener('scroll', keep, { passive: true })
  return () => window.removeEventListener('scroll', keep)
}

const storedPosition = (name: string): number => Number(tryStorage(() => sessionStorage.getItem(name)) ?? 0)

function restorePosition(place: number): () => void {
  const stop = new AbortController()
  const resizeObserver = new ResizeObserver(() => {
    window.scrollTo(0, place)
    if (window.scrollY >= place - 1) stop.abort()
  })
  stop.signal.addEventListener('abort', () => resizeObserver.disconnect())
  for (const move of ['wheel', 'touchstart', 'keydown']) {
    window.addEventListener(move, () => stop.abort(), { passive: true, once: true, signal: stop.signal })
  }
  const timeout = setTimeout(() => stop.abort(), TIMEOUT_MS)
  stop.signal.addEventListener('abort', () => clearTimeout(timeout))
  resizeObserver.observe(document.body)
  return () => stop.abort()
}
