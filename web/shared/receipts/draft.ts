import { randomKey } from '@stampus/contract/client'
import { create } from 'zustand'
import type { Received } from '../api/xhr.ts'
import { useSession } from '../storage/session.ts'
import {
  deleteAllPictures,
  deletePicture,
  deleteUnusedPictures,
  loadPicture,
  pictureId,
  savePicture,
  storePicture,
} from './draftPictures.ts'

/** The amount as typed, the file as chosen, the date where the form asked for it, the submission that it corrects. */
export type Draft = {
  file?: File
  amount?: string
  merchantId?: number
  invoiceNumber?: string
  purchaseDate?: string
  correct?: number
}

/**
 * A draft that was to be sent: its key (D-40), the date it names, whether it still waits to arrive, and what the server
 * said where it refused.
 */
export type Attempt = { key: string; purchaseDate: string; waits: boolean; refusal?: Received }

/**
 * `owner` is the member who first signed in with the draft, null while a guest keeps it; `savedAt` in ms (D-03). `fileId`
 * names a picture that this browser keeps.
 */
export type SavedDraft = Omit<Draft, 'file'> & {
  id: string
  owner: number | null
  savedAt: number
  fileId?: string
  attempt?: Attempt
}

/** A draft that was sent and still waits to arrive. */
export type Waiting = SavedDraft & { attempt: Attempt }

/** A draft as it was found, its picture included. */
export type WaitingDraft = Draft & Pick<SavedDraft, 'id' | 'attempt'>

const KEY = 'drafts'
const LIFE_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Every draft this browser keeps: the texts here and at once, so that no page is left too early, the pictures in a
 * database. Where they could not be stored, they are this tab's alone.
 */
export const useDrafts = create<{ kept: SavedDraft[]; isStored: boolean }>(() => ({ kept: stored(), isStored: true }))
/** The pictures of the drafts that this tab saved, by draft. */
const filesInMemory = new Map<string, File>()

window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== KEY && key !== null) return
  if (useDrafts.getState().isStored) show(stored(), true)
  // A sign-out in another tab ends what only this one has, too.
  else if (newValue === null)
    show(
      all().filter(({ owner }) => isMine(owner, currentMember())),
      false,
    )
})

/** Keeps a draft under a new id in place of the one before and of `instead`; those that were sent and not taken stay. */
export async function saveDraft({ file, ...texts }: Draft, id = randomKey(), instead?: string): Promise<void> {
  const fileId = file && pictureId(file)
  const owner = currentMember()
  const draft = { ...texts, ...(fileId && { fileId }), id, owner, savedAt: Date.now() }
  const others = all().filter((one) => one.id !== instead && (isApart(one) || one.owner !== owner))
  if (file) filesInMemory.set(id, file)
  write([...others, draft])
  if (file) await savePicture(file).catch(() => write(all().map((one) => withoutPicture(one, fileId))))
}

/** Keeps a picture as the draft, but not before it is safe. Rejects where the browser lets a page keep no files. */
export async function savePictureAsDraft(file: File): Promise<void> {
  await storePicture(file)
  // Stores it again, now that a draft names it: a tab that opened meanwhile may have deleted it.
  await saveDraft({ file })
}

/** Notes how the sending of a draft stands. */
export function saveAttempt(id: string, attempt: Attempt): void {
  write(all().map((one) => (one.id === id ? { ...one, attempt } : one)))
}

/** The drafts of the person here. Reading makes a guest's the signed-in member's; another member's and old ones are deleted. */
export function readOwnDrafts(): SavedDraft[] {
  const member = currentMember()
  const before = all()
  const young = before.filter(({ savedAt }) => Date.now() - savedAt <= LIFE_MS)
  const own = young
    .filter(({ owner }) => isMine(owner, member))
    .map((one) => (one.owner === null && member !== null ? { ...one, owner: member } : one))
  // A member whose session has expired finds their drafts after signing in again.
  const waitingForOwner = young.filter(({ owner }) => member === null && owner !== null)
  if (own.some((one) => !before.includes(one)) || own.length + waitingForOwner.length < before.length)
    write([...own, ...waitingForOwner])
  return own
}

/**
 * Deletes old drafts, and the pictures that no draft names: a page may be left after a draft was deleted and before its
 * picture was.
 */
export async function deleteOldDrafts(): Promise<void> {
  readOwnDrafts()
  await deleteUnusedPictures(() => all().map(({ fileId }) => fileId))
}

/** What whoever is here has sent and has not arrived, the oldest first. */
export function readWaitingDrafts(): Waiting[] {
  return readOwnDrafts()
    .filter((draft): draft is Waiting => draft.attempt?.waits === true)
    .sort((a, b) => a.savedAt - b.savedAt)
}

export type PageSubject = { id: string | undefined; merchantId: number | undefined; correct: number | undefined }

/** The draft of this id, else the one that the form of this correction, or for this merchant, should begin with. */
export async function readDraft({ id, merchantId, correct }: PageSubject) {
  const own = readOwnDrafts()
  const forMerchant = (one: SavedDraft) => !merchantId || !one.merchantId || one.merchantId === merchantId
  const fitting = own.filter((one) => (correct ? one.correct === correct : !one.correct && forMerchant(one)))
  const [first] = fitting.sort((a, b) => rank(a) - rank(b) || b.savedAt - a.savedAt)
  const found = own.find((one) => one.id === id && !one.correct) ?? first
  return found && withPicture(found).catch(() => withTexts(found))
}

/** A kept draft with its picture, or without one where the browser has lost it. Rejects where that cannot be known. */
export async function withPicture(draft: SavedDraft): Promise<WaitingDraft> {
  const file = filesInMemory.get(draft.id) ?? (draft.fileId && (await loadPicture(draft.fileId)))
  return { ...withTexts(draft), ...(file && { file }) }
}

/** Whether everything that waits to be sent would outlive this page. */
export function useIsWaitingSafe(): boolean {
  return useDrafts(({ kept, isStored }) => isStored && kept.every(({ attempt, fileId }) => !attempt?.waits || fileId))
}

/** Deletes whatever drafts are kept. */
export async function deleteAllDrafts(): Promise<void> {
  write([])
  await deleteAllPictures()
}

/** Deletes the draft of this id; one that took its place meanwhile stays. */
export function deleteDraft(id: string): void {
  write(all().filter((one) => one.id !== id))
}

export function findDraft(id: string | undefined): SavedDraft | undefined {
  return all().find((one) => one.id === id)
}

/** Who is signed in here, null for a guest. */
export function currentMember(): number | null {
  return useSession.getState().user?.id ?? null
}

/** What is plainly a draft comes before what was refused, that before what still waits to arrive. */
function rank({ attempt }: SavedDraft): number {
  if (attempt?.waits) return 2
  return attempt?.refusal ? 1 : 0
}

function isApart(draft: SavedDraft): boolean {
  return rank(draft) > 0
}

function isMine(owner: number | null, member: number | null): boolean {
  return owner === null || owner === member
}

function withTexts({ owner: _, savedAt: __, fileId: ___, ...draft }: SavedDraft): WaitingDraft {
  return draft
}

function withoutPicture(draft: SavedDraft, lost: string | undefined): SavedDraft {
  const { fileId, ...rest } = draft
  return fileId === lost ? rest : draft
}

/** What another tab has stored a moment ago counts, unless this one cannot store. */
function all(): SavedDraft[] {
  const { kept, isStored } = useDrafts.getState()
  return isStored ? stored() : kept
}

function stored(): SavedDraft[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** Where the browser stores nothing, this tab goes on with what it has; what is stored gives way only to what is. */
function write(kept: SavedDraft[]): void {
  const before = all()
  const isStored = store(kept)
  show(kept, isStored)
  const named = new Set(kept.map(({ fileId }) => fileId))
  const unnamed = isStored ? before.filter(({ fileId }) => !named.has(fileId)) : []
  for (const { fileId } of unnamed) if (fileId) void deletePicture(fileId).catch(() => undefined)
}

function show(kept: SavedDraft[], isStored: boolean): void {
  for (const id of filesInMemory.keys()) if (!kept.some((one) => one.id === id)) filesInMemory.delete(id)
  useDrafts.setState({ kept, isStored })
}

function store(kept: SavedDraft[]): boolean {
  try {
    if (kept.length > 0) localStorage.setItem(KEY, JSON.stringify(kept))
    else localStorage.removeItem(KEY)
    return true
  } catch {
    return false
  }
}
