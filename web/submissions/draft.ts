import { clear, del, get, set } from 'idb-keyval'
import { create } from 'zustand'
import type { Received } from '../app/sender.ts'
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

/**
 * A draft that was to be sent: its key (D-40), the date it names, whether it still waits to arrive, and what the server
 * said where it refused.
 */
export type Attempt = { key: string; purchaseDate: string; waits: boolean; refusal?: Received }

/** `owner` is the member who first signed in with the draft, null while a guest keeps it; `savedAt` in ms (D-03). */
export type KeptDraft = Omit<Draft, 'file'> & {
  id: string
  owner: number | null
  savedAt: number
  fileId?: string
  attempt?: Attempt
}

/** A draft as it was found, its picture included. */
export type WaitingDraft = Draft & Pick<KeptDraft, 'id' | 'attempt'>

const KEY = 'drafts'
const LIFE_MS = 7 * 24 * 60 * 60 * 1000

/** Every draft this browser keeps: the texts here and at once, so that no page is left too early, the pictures in a database. */
export const useDrafts = create<{ kept: KeptDraft[] }>(() => ({ kept: stored() }))
const fileIds = new WeakMap<File, string>()

window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) useDrafts.setState({ kept: stored() })
})

/**
 * Keeps a draft under a new id in place of the one before and of `instead`; those that were sent and not taken stay.
 * Rejects where the browser lets a page keep no files.
 */
export async function saveDraft({ file, ...texts }: Draft, id = randomKey(), instead?: string): Promise<void> {
  const fileId = file && idOf(file)
  const others = stored()
  const isKnown = others.some((one) => one.fileId === fileId)
  const draft = { ...texts, ...(fileId && { fileId }), id, owner: currentMember(), savedAt: Date.now() }
  write([...others.filter((one) => isApart(one) && one.id !== instead), draft])
  if (file && fileId && !isKnown) await set(fileId, file)
}

/** Notes how the sending of a draft stands. */
export function saveAttempt(id: string, attempt: Attempt): void {
  write(stored().map((one) => (one.id === id ? { ...one, attempt } : one)))
}

/** The drafts of whoever is here. Reading makes a guest's the signed-in member's; another member's and old ones are deleted. */
export function ownDrafts(): KeptDraft[] {
  const member = currentMember()
  const all = stored()
  const own = all
    .filter(({ owner, savedAt }) => isMine(owner, member) && Date.now() - savedAt <= LIFE_MS)
    .map((one) => (one.owner === null && member !== null ? { ...one, owner: member } : one))
  // Whose session merely ended finds theirs again.
  const waitingForOwner = all.filter(({ owner }) => member === null && owner !== null)
  if (own.some((one) => !all.includes(one)) || own.length + waitingForOwner.length < all.length)
    write([...own, ...waitingForOwner])
  return own
}

/** The draft of this id, else the one that a form for this merchant should begin with. */
export async function readDraft(sought: { id?: string | undefined; merchantId?: number | undefined } = {}) {
  const own = ownDrafts()
  const fitting = own.filter((one) => !sought.merchantId || !one.merchantId || one.merchantId === sought.merchantId)
  const [first] = fitting.sort((a, b) => rank(a) - rank(b) || b.savedAt - a.savedAt)
  const found = own.find(({ id }) => id === sought.id) ?? first
  return found && withPicture(found)
}

/** A kept draft with its picture, or without one where the browser has lost it. */
export async function withPicture({ owner: _, savedAt: __, fileId, ...draft }: KeptDraft): Promise<WaitingDraft> {
  const file = fileId && (await get<File>(fileId).catch(() => undefined))
  if (!file) return draft
  fileIds.set(file, fileId)
  return { ...draft, file }
}

/** Deletes whatever drafts are kept. */
export async function clearDraft(): Promise<void> {
  write([])
  await clear()
}

/** Deletes the draft of this id; one that took its place meanwhile stays. */
export function endDraft(id: string): void {
  write(stored().filter((one) => one.id !== id))
}

export function keptDraft(id: string | undefined): KeptDraft | undefined {
  return stored().find((one) => one.id === id)
}

/** Who is signed in here, null for a guest. */
export function currentMember(): number | null {
  return useSession.getState().user?.id ?? null
}

/** What is plainly a draft comes before what was refused, that before what still waits to arrive. */
function rank({ attempt }: KeptDraft): number {
  if (attempt?.waits) return 2
  return attempt?.refusal ? 1 : 0
}

function isApart(draft: KeptDraft): boolean {
  return rank(draft) > 0
}

function isMine(owner: number | null, member: number | null): boolean {
  return owner === null || owner === member
}

function idOf(file: File): string {
  const id = fileIds.get(file) ?? randomKey()
  fileIds.set(file, id)
  return id
}

function stored(): KeptDraft[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

function write(kept: KeptDraft[]): void {
  const named = new Set(kept.map(({ fileId }) => fileId))
  for (const { fileId } of stored()) if (fileId && !named.has(fileId)) void del(fileId).catch(() => undefined)
  if (kept.length > 0) localStorage.setItem(KEY, JSON.stringify(kept))
  else localStorage.removeItem(KEY)
  useDrafts.setState({ kept })
}
