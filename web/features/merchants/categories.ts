import type { AnswerOf } from '@stampus/contract/endpoint'
import type { Category, list, Merchant } from '@stampus/contract/merchants'
import { useRef } from 'react'

type Pages = { pages: AnswerOf<typeof list>[] } | undefined

/** What the chips offer: the server's own list, else the categories of the merchants seen so far (D-30). */
export function useCategories(answer: Pages, merchants: Merchant[]): Category[] {
  const seen = useRef<Category[]>([])
  const told = answer?.pages.findLast(({ meta }) => meta?.categories)?.meta?.categories
  seen.current = told ?? gathered(seen.current, merchants)
  return seen.current
}

function gathered(known: Category[], merchants: Merchant[]): Category[] {
  const byId = new Map([...known, ...merchants.map(({ category }) => category)].map((one) => [one.id, one]))
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name))
}
