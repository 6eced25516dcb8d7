import { useLayoutEffect } from 'react'

/** Stands beside what a page shows: the page that came rendered is the app's once this has come to life, which is after its surroundings. */
export function TakenOver() {
  useLayoutEffect(() => document.getElementById('root')?.removeAttribute('data-rendered'), [])
  return null
}
