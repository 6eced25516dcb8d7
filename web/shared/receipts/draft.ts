import { randomKey } from '@stampus/contract/client'
import { create } from 'zustand'
import type { HttpResult } from '../api/xhr.ts'
import { DRAFTS_KEY, useHasDrafts } from '../storage/hasDrafts.ts'
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

/** The values that the form filled in from the photo, by field. */
export type Filled = {
  merchant_id?: string
  purchase_amount?: string
  purchase_date?: string
  invoice_number?: string
}

/**
 * The form's values: the amount as typed, the chosen file, the date if the form asks for it, the id of the submission
 * to correct, what was filled in from the photo, and the fields that the member has typed or emptied.
 */
export type Draft = {
  file?: File
  amount?: string
  merchantId?: number
  invoiceNumber?: string
  purchaseDate?: string
  correct?: number
  filled?: Filled
  typed?: (keyof Filled)[]
}

/**
 * An attempt to send a draft: its idempotency key, the purchase date, whether it still waits, and the upload
 * error, which browsers store as `refusal`.
 */
export type Attempt = { key: string; purchaseDate: string; waits: boolean; refusal?: HttpResult }

/**
 * `owner` is the first member who signed in with the draft, null for a guest. `savedAt` is in milliseconds. `fileId`
 * names the stored picture.
 */
export type SavedDraft = Omit<Draft, 'file'> & {
  id: string
  owner: number | null
  savedAt: number
  fileId?: string
  attempt?: Attempt
}

/** A draft that was submitted and has not arrived yet. */
export type Waiting = SavedDraft & { attempt: Attempt }

export type DraftAndAttempt = Draft & Pick<SavedDraft, 'attempt'>

/** A draft with its picture. */
export type WaitingDraft = DraftAndAttempt & Pick<SavedDraft, 'id'>

const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

/**
 * All drafts of this browser. The texts are in localStorage, which is written at once, so that leaving the page loses
 * nothing. The pictures are in IndexedDB. If nothing can be stored, the drafts live in this tab.
 */
export const useDrafts = create<{ drafts: SavedDraft[]; isStored: boolean }>(() => ({
  drafts: readStored(),
  isStored: true,
}))
/** The pictures of drafts that this tab saved, by draft id. */
const filesInMemory = new Map<string, File>()
/** The stored picture of the draft that was opened last, if the browser could not read it: the form does not show it. */
let unreadPicture: string | undefined

window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== DRAFTS_KEY && key !== null) return
  if (useDrafts.getState().isStored) show(readStored(), true)
  // Signing out in another tab also deletes drafts that could not be stored.
  else if (newValue === null)
    show(
      all().filter(({ owner }) => isMine(owner, currentMember())),
      false,
    )
})

/**
 * Saves a draft under a new id. Replaces the former draft and `instead`, but not those that wait or were rejected. A
 * new receipt and one that corrects a rejected receipt do not replace each other. A picture that could not be read stays
 * until another is chosen.
 */
export async function saveDraft({ file, ...values }: Draft, id = randomKey(), instead?: string): Promise<void> {
  const owner = currentMember()
  const isReplaced = (one: SavedDraft) =>
    one.id === instead ||
    (!isWaitingOrRejected(one) && one.owner === owner && Boolean(one.correct) === Boolean(values.correct))
  const before = all()
  const others = before.filter((one) => !isReplaced(one))
  const fileId = file ? pictureId(file) : before.filter(isReplaced).find(hasUnreadPicture)?.fileId
  const draft = { ...values, ...(fileId && { fileId }), id, owner, savedAt: Date.now() }
  if (file) filesInMemory.set(id, file)
  write([...others, draft])
  if (file) await savePicture(file).catch(() => write(all().map((one) => withoutPicture(one, fileId))))
}

/** Saves a picture as a draft, after the picture is stored. Rejects if the browser cannot store files. */
export async function savePictureAsDraft(file: File): Promise<void> {
  await storePicture(file)
  // Stores it again now that a draft names it: another tab may have deleted it meanwhile.
  await saveDraft({ file })
}

/** Updates the sending state of a draft. */
export function saveAttempt(id: string, attempt: Attempt): void {
  write(all().map((one) => (one.id === id ? { ...one, attempt } : one)))
}

/**
 * The drafts of the current visitor. Assigns a guest's drafts to the signed-in member, and deletes expired drafts and
 * those of other members.
 */
export function readOwnDrafts(): SavedDraft[] {
  const member = currentMember()
  const before = all()
  const unexpired = before.filter(({ savedAt }) => Date.now() - savedAt <= LIFETIME_MS)
  const own = unexpired
    .filter(({ owner }) => isMine(owner, member))
    .map((one) => (one.owner === null && member !== null ? { ...one, owner: member } : one))
  // After their session has expired, members find their drafts when they sign in again.
  const waitingForOwner = unexpired.filter(({ owner }) => member === null && owner !== null)
  if (own.some((one) => !before.includes(one)) || own.length + waitingForOwner.length < before.length)
    write([...own, ...waitingForOwner])
  return own
}

/** Deletes expired drafts, and pictures without a draft, which remain if the page closes between both deletions. */
export async function deleteOldDrafts(): Promise<void> {
  readOwnDrafts()
  await deleteUnusedPictures(() => all().map(({ fileId }) => fileId))
}

/** The drafts that wait to be sent, oldest first. */
export function readWaitingDrafts(): Waiting[] {
  return readOwnDrafts()
    .filter((draft): draft is Waiting => draft.attempt?.waits === true)
    .sort((a, b) => a.savedAt - b.savedAt)
}

export type DraftQuery = { id: string | undefined; merchantId: number | undefined; correct: number | undefined }

/** The draft with this id, otherwise the best one for this resubmission or merchant. */
export async function readDraft({ id, merchantId, correct }: DraftQuery) {
  const own = readOwnDrafts()
  const isForMerchant = (one: SavedDraft) => !merchantId || [merchantId, undefined].includes(chosenMerchant(one))
  const candidates = own.filter((one) => (correct ? one.correct === correct : !one.correct && isForMerchant(one)))
  const [first] = candidates.sort((a, b) => rank(a) - rank(b) || b.savedAt - a.savedAt)
  const found = own.find((one) => one.id === id && !one.correct) ?? first
  unreadPicture = undefined
  return (
    found &&
    withPicture(found).catch(() => {
      unreadPicture = found.fileId
      return withoutMetadata(found)
    })
  )
}

/** The merchant of a draft. Undefined while it is only what the photo says: then any merchant's page may continue it. */
export function chosenMerchant({ merchantId, filled, attempt }: DraftAndAttempt) {
  const isGuess = !attempt && String(merchantId) === filled?.merchant_id
  return isGuess ? undefined : merchantId
}

/** A draft with its picture, or without one if the browser has lost it. Rejects if the picture cannot be read now. */
export async function withPicture(draft: SavedDraft): Promise<WaitingDraft> {
  const file = filesInMemory.get(draft.id) ?? (draft.fileId && (await loadPicture(draft.fileId)))
  return { ...withoutMetadata(draft), ...(file && { file }) }
}

/** Whether everything that waits to be sent would survive closing the page. */
export function useIsWaitingSafe(): boolean {
  return useDrafts(
    ({ drafts, isStored }) => isStored && drafts.every(({ attempt, fileId }) => !attempt?.waits || fileId),
  )
}

export async function deleteAllDrafts(): Promise<void> {
  write([])
  await deleteAllPictures()
}

/** Deletes the draft with this id. A newer one in its place stays. */
export function deleteDraft(id: string): void {
  write(all().filter((one) => one.id !== id))
}

/** Deletes a draft whose form was emptied, or only its values if its picture could not be read. */
export function deleteEmptied(id: string): void {
  const found = findDraft(id)
  if (!found || !hasUnreadPicture(found)) deleteDraft(id)
  else void saveDraft(found.correct === undefined ? {} : { correct: found.correct }, id, id)
}

export function findDraft(id: string | undefined): SavedDraft | undefined {
  return all().find((one) => one.id === id)
}

/** The id of the signed-in member, null for a guest. */
export function currentMember(): number | null {
  return useSession.getState().user?.id ?? null
}

/** Plain drafts first, then rejected ones, then those that wait to be sent. */
function rank({ attempt }: SavedDraft): number {
  if (attempt?.waits) return 2
  return attempt?.refusal ? 1 : 0
}

function hasUnreadPicture({ fileId }: SavedDraft): boolean {
  return fileId !== undefined && fileId === unreadPicture
}

function isWaitingOrRejected(draft: SavedDraft): boolean {
  return rank(draft) > 0
}

function isMine(owner: number | null, member: number | null): boolean {
  return owner === null || owner === member
}

function withoutMetadata({ owner: _, savedAt: __, fileId: ___, ...draft }: SavedDraft): WaitingDraft {
  return draft
}

function withoutPicture(draft: SavedDraft, lost: string | undefined): SavedDraft {
  const { fileId, ...rest } = draft
  return fileId === lost ? rest : draft
}

/** Reads storage again, because another tab may have changed it, unless this tab cannot store. */
function all(): SavedDraft[] {
  const { drafts, isStored } = useDrafts.getState()
  return isStored ? readStored() : drafts
}

function readStored(): SavedDraft[] {
  try {
    const drafts: unknown = JSON.parse(localStorage.getItem(DRAFTS_KEY) ?? '[]')
    return Array.isArray(drafts) ? drafts : []
  } catch {
    return []
  }
}

/** If storage fails, this tab continues in memory. Pictures are deleted only if the change was stored. */
function write(drafts: SavedDraft[]): void {
  const before = all()
  const isStored = store(drafts)
  show(drafts, isStored)
  const remainingFiles = new Set(drafts.map(({ fileId }) => fileId))
  const removed = isStored ? before.filter(({ fileId }) => !remainingFiles.has(fileId)) : []
  for (const { fileId } of removed) if (fileId) void deletePicture(fileId).catch(() => undefined)
}

function show(drafts: SavedDraft[], isStored: boolean): void {
  for (const id of filesInMemory.keys()) if (!drafts.some((one) => one.id === id)) filesInMemory.delete(id)
  useDrafts.setState({ drafts, isStored })
  if (drafts.length > 0) useHasDrafts.setState({ hasDrafts: true })
}

function store(drafts: SavedDraft[]): boolean {
  try {
    if (drafts.length > 0) localStorage.setItem(DRAFTS_KEY, JSON.stringify(drafts))
    else localStorage.removeItem(DRAFTS_KEY)
    return true
  } catch {
    return false
  }
}
