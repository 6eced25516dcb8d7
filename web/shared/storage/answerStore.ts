import { KEPT_ANSWERS_MS } from '@stampus/contract/limits'
import { promisifyRequest } from 'idb-keyval'
import { openStore } from './browserStore.ts'
import { useSession } from './session.ts'

/** An answer kept for use without a network. `updatedAt` in milliseconds. `owner`: its member, null if it is public. */
export type KeptAnswer = {
  queryHash: string
  queryKey: readonly unknown[]
  data: unknown
  updatedAt: number
  owner: number | null
}

/** One record for each answer, by the hash of its query. */
export const withAnswerStore = openStore('answers', 'answers')

/** The member whose private answers this browser may keep: only with "Remember me". */
export function rememberedMember(): number | null {
  const { user, remember } = useSession.getState()
  return remember && user ? user.id : null
}

/** Whether an answer is public or of this session, and not expired. If it is from the future, the clock was wrong. */
export function isCurrent({ owner, updatedAt }: KeptAnswer): boolean {
  const age = Date.now() - updatedAt
  return (owner === null || owner === rememberedMember()) && age >= 0 && age < KEPT_ANSWERS_MS
}

/** All answers, from a writable store. Deletes them all if a record is none, because the database is damaged. */
export async function readAnswers(store: IDBObjectStore): Promise<KeptAnswer[]> {
  const kept: unknown[] = await promisifyRequest(store.getAll())
  if (kept.every(isAnswer)) return kept
  store.clear()
  return []
}

function isAnswer(record: unknown): record is KeptAnswer {
  const { queryHash, queryKey, updatedAt } = (record ?? {}) as Partial<KeptAnswer>
  return typeof queryHash === 'string' && Array.isArray(queryKey) && typeof updatedAt === 'number'
}

/** Deletes expired answers and those of other sessions, which remain if the page closes while they are deleted. */
export async function deleteOldAnswers(): Promise<void> {
  await withAnswerStore('readwrite', async (store) => {
    for (const answer of await readAnswers(store)) if (!isCurrent(answer)) store.delete(answer.queryHash)
  })
}

export function deleteAnswersWithSession(): () => void {
  return useSession.subscribe(({ token }, before) => {
    if (token === before.token) return
    const clear = () => withAnswerStore('readwrite', (store) => promisifyRequest(store.clear()))
    void (token ? deleteOldAnswers() : clear()).catch(() => undefined)
  })
}
