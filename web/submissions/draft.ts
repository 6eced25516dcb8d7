import { del, get, set, update } from 'idb-keyval'
import { useSession } from '../app/session.ts'
import { randomKey } from './randomKey.ts'

/** S-3.06. The amount as typed, the file as chosen, the date where the form asked for it. */
export type Draft = {
  file?: File
  amount?: string
  merchantId?: number
  invoiceNumber?: string
  purchaseDate?: string
}

/** `id` is new with every save. `owner` is the member who first signed in with the draft, null while a guest keeps it; `savedAt` in ms (D-03). */
type KeptDraft = Draft & { id: string; owner: number | null; savedAt: number }

/** A draft as it was found, and the `id` by which `endDraft` knows it. */
export type WaitingDraft = Draft & { id: string }

const KEY = 'draft'
const LIFE_MS = 7 * 24 * 60 * 60 * 1000

/** Keeps a draft in place of the one before, under the id given. Rejects where the browser lets a page keep no files. */
export async function saveDraft(draft: Draft, id = randomKey()): Promise<void> {
  await keep({ ...draft, id, owner: currentMember(), savedAt: Date.now() })
}

/** The draft of whoever is here. Reading makes it the signed-in member's; another member's or an old one is deleted. */
export async function readDraft(): Promise<WaitingDraft | undefined> {
  const kept = await get<KeptDraft>(KEY)
  if (!kept) return undefined
  const member = currentMember()
  const foreign = kept.owner !== null && kept.owner !== member
  if (foreign && member === null) return undefined
  if (foreign || Date.now() - kept.savedAt > LIFE_MS) {
    await clearDraft()
    return undefined
  }
  if (kept.owner !== member) await keep({ ...kept, owner: member })
  const { owner: _, savedAt: __, ...draft } = kept
  return draft
}

/** Deletes whatever draft is kept. */
export async function clearDraft(): Promise<void> {
  await del(KEY)
}

/** Deletes the draft of this id; one that took its place meanwhile stays. */
export async function endDraft(id: string): Promise<void> {
  await update<KeptDraft | undefined>(KEY, (kept) => (kept?.id === id ? undefined : kept))
}

function keep(draft: KeptDraft): Promise<void> {
  return set(KEY, draft)
}

/** Who is signed in here, null for a guest. */
export function currentMember(): number | null {
  return useSession.getState().user?.id ?? null
}
