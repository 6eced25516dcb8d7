import { del, get, set } from 'idb-keyval'
import { useSession } from '../app/session.ts'

/** S-3.06. The amount as typed, the file as chosen. */
export type Draft = { file?: File; amount?: string; merchantId?: number; invoiceNumber?: string }

/** `owner` is the member who first signed in with the draft, null while a guest keeps it; `savedAt` in ms (D-03). */
type KeptDraft = Draft & { owner: number | null; savedAt: number }

const KEY = 'draft'
const LIFE_MS = 7 * 24 * 60 * 60 * 1000

/** Keeps a draft in place of the one before. Rejects where the browser does not let a page keep files. */
export async function saveDraft(draft: Draft): Promise<void> {
  await keep({ ...draft, owner: currentMember(), savedAt: Date.now() })
}

/** The draft of whoever is here. Reading makes it the signed-in member's; another member's or an old one is deleted. */
export async function readDraft(): Promise<Draft | undefined> {
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

export async function clearDraft(): Promise<void> {
  await del(KEY)
}

function keep(draft: KeptDraft): Promise<void> {
  return set(KEY, draft)
}

function currentMember(): number | null {
  return useSession.getState().user?.id ?? null
}
