import { KEPT_ANSWERS_MAX } from '@stampus/contract/limits'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { promisifyRequest } from 'idb-keyval'
import { isCurrent, type KeptAnswer, readAnswers, rememberedMember, withAnswerStore } from '../storage/answerStore.ts'
import { isMissing } from './CallError.ts'
import { isInDoubt, useConnection } from './connection.ts'

const PRUNE_MS = 60 * 60 * 1000

/** Shows kept answers only while the server cannot be reached: an old decision would appear for a moment. */
export function keepAnswers(queries: QueryClient): void {
  const cache = queries.getQueryCache()
  const filled = new Set<Query>()
  let isFilling = false

  const fill = async () => {
    const member = rememberedMember()
    const kept = (await withAnswerStore('readwrite', readAnswers))
      .filter(isCurrent)
      .sort((a, b) => a.updatedAt - b.updatedAt)
    if (!isInDoubt(useConnection.getState()) || rememberedMember() !== member) return
    isFilling = true
    try {
      for (const { queryKey, data, updatedAt } of kept) {
        if (updatedAt <= (queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0)) continue
        queries.setQueryData(queryKey, data, { updatedAt })
        const query = cache.find({ queryKey })
        if (query) filled.add(query)
      }
    } finally {
      isFilling = false
    }
    void queries.invalidateQueries({ predicate: isKept, refetchType: 'none' })
  }

  const dropUnseen = (query: Query) => {
    if (query.getObserversCount() > 0 || query.state.fetchStatus !== 'idle') return
    filled.delete(query)
    cache.remove(query)
  }

  /** Refetches what is on screen. Drops the rest, so that no older decision shows when it is opened. */
  const replaceFilled = () => {
    for (const query of [...filled]) {
      dropUnseen(query)
      if (filled.has(query)) void query.fetch().catch(() => undefined)
    }
  }

  cache.subscribe((event) => {
    if (event.type === 'observerRemoved' && filled.has(event.query) && !isInDoubt(useConnection.getState()))
      queueMicrotask(() => dropUnseen(event.query))
    if (event.type !== 'updated' || isFilling || !isKept(event.query)) return
    const { query, action } = event
    if (action.type === 'success' && !action.manual) filled.delete(query)
    if (action.type === 'success') void save(query).catch(() => undefined)
    if (action.type === 'error' && isMissing(action.error))
      void withAnswerStore('readwrite', (store) => promisifyRequest(store.delete(query.queryHash))).catch(
        () => undefined,
      )
  })
  const follow = (isLost: boolean) => {
    if (isLost) void fill().catch(() => undefined)
    else replaceFilled()
  }
  useConnection.subscribe((now, before) => {
    if (isInDoubt(now) !== isInDoubt(before)) follow(isInDoubt(now))
  })
  follow(isInDoubt(useConnection.getState()))
}

/** Replaces the data of kept answers by what `change` returns, and deletes those for which it returns undefined. */
export async function changeKeptAnswers(change: (queryKey: QueryKey, data: unknown) => unknown): Promise<void> {
  await withAnswerStore('readwrite', async (store) => {
    for (const answer of await readAnswers(store)) {
      const data = change(answer.queryKey, answer.data)
      if (data === undefined) store.delete(answer.queryHash)
      else if (data !== answer.data) store.put({ ...answer, data }, answer.queryHash)
    }
  })
}

export function isSearch({ queryKey }: Query): boolean {
  const input = queryKey.at(-1) as { search?: string } | undefined
  return Boolean(input?.search)
}

function isKept(query: Query): boolean {
  return ['public', 'member'].includes(query.queryKey[0] as string) && !isSearch(query)
}

let prunedAt = 0

async function save({ queryHash, queryKey, state }: Query): Promise<void> {
  const isPublic = queryKey[0] === 'public'
  const owner = isPublic ? null : rememberedMember()
  if (!isPublic && owner === null) return
  const data = isPublic ? state.data : withoutPictures(state.data)
  const answer: KeptAnswer = { queryHash, queryKey, data, updatedAt: state.dataUpdatedAt, owner }
  await withAnswerStore('readwrite', async (store) => {
    // The session may have ended since.
    if (!isCurrent(answer)) return
    store.put(answer, queryHash)
    const count = await promisifyRequest(store.count())
    if (count > KEPT_ANSWERS_MAX || Date.now() - prunedAt > PRUNE_MS) await prune(store)
  })
}

async function prune(store: IDBObjectStore): Promise<void> {
  prunedAt = Date.now()
  const kept = await readAnswers(store)
  const newestFirst = kept.sort((a, b) => b.updatedAt - a.updatedAt)
  const current = new Set(newestFirst.filter(isCurrent).slice(0, KEPT_ANSWERS_MAX))
  for (const answer of kept) if (!current.has(answer)) store.delete(answer.queryHash)
}

/** Without previews, and without the signatures in the addresses of pictures. */
function withoutPictures(data: unknown): unknown {
  const text = JSON.stringify(data, (key, value) => {
    if (key.includes('placeholder')) return null
    return key.endsWith('_url') && typeof value === 'string' ? value.split('?')[0] : value
  })
  return JSON.parse(text)
}
