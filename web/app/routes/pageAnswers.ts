import { dayIn } from '@stampus/contract/values/days'
import type { Params } from 'react-router'
import * as words from '#words'
import { ask, seedQuery } from '../../shared/api/queries.tsx'
import { readableDay } from '../../shared/dates.ts'
import type { RouteName } from '../../shared/paths.ts'
import { pause } from '../../shared/pause.ts'
import { settings } from '../../shared/settings.ts'
import { firstQuery } from './firstQueries.ts'

export async function fetchPageAnswer(name: RouteName, params: Params, search: string): Promise<void> {
  const first = firstQuery(name, { params, search: new URLSearchParams(search) })
  if (first) await ask(first)
}

export async function seedPageAnswer(name: RouteName, params: Params, answer: unknown): Promise<void> {
  const prepared = prepareFormats()
  const first = firstQuery(name, { params, search: new URLSearchParams() })
  if (first) seedQuery(first, answer, mayBeOldPage())
  await prepared
}

/** Whether someone went back to the page: then browsers take it from their cache, however old it is. */
function mayBeOldPage(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
}

/** The first format of a kind takes a browser long, and React would wait for it while it renders the answer. */
async function prepareFormats(): Promise<void> {
  await pause()
  new Intl.NumberFormat(words.locale).format(0)
  await pause()
  const today = dayIn(settings.time_zone, new Date())
  await pause()
  readableDay(today)
}
