import { randomKey } from '@stampus/contract/client'
import { inTime } from '@stampus/ui/browser/inTime'
import { clear, del, get, promisifyRequest, set } from 'idb-keyval'
import { create } from 'zustand'
import type { HttpResult } from '../api/xhr.ts'
import { openStore } from '../storage/browserStore.ts'
import { DRAFTS_KEY, useHasDrafts } from '../storage/hasDrafts.ts'
import { useSession } from '../storage/session.ts'
import { tryStorage } from '../storage/tryStorage.ts'

export type FactField = 'merchant_id' | 'purchase_amount' | 'purchase_date' | 'invoice_number'
export type ReceiptFacts = Record<FactField, string>

/** A receipt in a form. `filled`: values from the photo. `typed`: fields that the member has typed or emptied. */
export type Receipt = ReceiptFacts & {
  receipt_image: File | null
  corrects?: number
  filled?: Partial<ReceiptFacts>
  typed?: FactField[]
}

export type Draft = Partial<Receipt>

/** An attempt to send a draft. `key` is for idempotency, `refusal` the upload error. */
export type Attempt = { key: string; purchaseDate: string; waits: boolean; refusal?: HttpResult }

/** A stored draft. The picture is stored apart, under `fileId`. `owner`: its member, null for a guest. */
export type StoredDraft = Omit<Draft, 'receipt_image'> & {
  id: string
  owner: number | null
  savedAt: number
  fileId?: string
  attempt?: Attempt
}

export type WaitingDraft = StoredDraft & { attempt: Attempt }

export type OpenedDraft = Draft & Pick<StoredDraft, 'id' | 'attempt'>

export function isWaiting(draft: StoredDraft | undefined): draft is WaitingDraft {
  return draft?.attempt?.waits === true
}

/** The merchant of a draft. Undefined while it is only what the photo says: then any merchant's page may continue it. */
export function chosenMerchant({ merchant_id, filled, attempt }: Omit<OpenedDraft, 'id'>): string | undefined {
  return !attempt && merchant_id === filled?.merchant_id ? undefined : merchant_id
}

const formerNames: Record<string, string> = {
  amount: 'purchase_amount',
  merchantId: 'merchant_id',
  invoiceNumber: 'invoice_number',
  purchaseDate: 'purchase_date',
  correct: 'corrects',
}

/** Reads also a draft that the release before this one stored under its own names. Drafts live for seven days. */
export function withPresentNames(stored: object): StoredDraft {
  const values = Object.entries(stored).map(([name, value]) => [
    formerNames[name] ?? name,
    name === 'merchantId' ? String(value) : value,
  ])
  return Object.fromEntries(values)
}

/** A slow phone takes this long for a photo of some megabytes. */
const WRITE_TIMEOUT_MS = 20_000
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

/** Texts are in localStorage, written at once; pictures in IndexedDB. Without storage, drafts live in this tab. */
export const useDrafts = create<{ drafts: StoredDraft[]; isStored: boolean }>(() => ({
  drafts: readStored(),
  isStored: true,
}))
const filesInMemory = new Map<string, File>()
const pictures = openStore('keyval-store', 'keyval', WRITE_TIMEOUT_MS)
const pictureIds = new WeakMap<File, string>()
/** The pictures that are stored or being stored. */
const storedOrStoring = new Map<string, Promise<void>>()
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
 * Saves a draft under a new id. Replaces the former draft and `instead`, but none that waits or was rejected. New and
 * corrected receipts do not replace each other. A picture that could not be read stays until another is chosen.
 */
export async function saveDraft(draft: Draft, id = randomKey(), instead?: string): Promise<void> {
  const { receipt_image: file, ...values } = draft
  const owner = currentMember()
  const isReplaced = (one: StoredDraft) =>
    one.id === instead || (rank(one) === 0 && one.owner === owner && Boolean(one.corrects) === Boolean(values.corrects))
  const before = all()
  const others = before.filter((one) => !isReplaced(one))
  const fileId = file ? pictureId(file) : before.filter(isReplaced).find(hasUnreadPicture)?.fileId
  if (file) filesInMemory.set(id, file)
  write([...others, { ...values, ...(fileId && { fileId }), id, owner, savedAt: Date.now() }])
  if (file) await savePicture(file).catch(() => write(all().map((one) => withoutPicture(one, fileId))))
}

/** Saves a picture as a draft, after the picture is stored. Rejects if the browser cannot store files. */
export async function savePictureAsDraft(file: File): Promise<void> {
  await set(pictureId(file), file, pictures)
  // Stores it again now that a draft names it: another tab may have deleted it meanwhile.
  await saveDraft({ receipt_image: file })
}

export function saveAttempt(id: string, attempt: Attempt): void {
  write(all().map((one) => (one.id === id ? { ...one, attempt } : one)))
}

/** The visitor's drafts. Assigns a guest's to the signed-in member; deletes expired ones and those of other members. */
export function readOwnDrafts(): StoredDraft[] {
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
  await pictures('readwrite', async (store) => {
    const stored = await promisifyRequest(store.getAllKeys())
    // Read inside the transaction, so that no other tab stores one in between.
    const wanted = new Set<IDBValidKey | undefined>(all().map(({ fileId }) => fileId))
    for (const id of stored) if (!wanted.has(id)) store.delete(id)
  })
}

export function readWaitingDrafts(): WaitingDraft[] {
  return readOwnDrafts()
    .filter(isWaiting)
    .sort((a, b) => a.savedAt - b.savedAt)
}

export type DraftQuery = { id: string | undefined; merchantId: number | undefined; correct: number | undefined }

/** The draft with this id, otherwise the best one for this resubmission or merchant. */
export async function readDraft({ id, merchantId, correct }: DraftQuery): Promise<OpenedDraft | undefined> {
  const own = readOwnDrafts()
  const isForMerchant = (one: StoredDraft) =>
    !merchantId || [String(merchantId), undefined].includes(chosenMerchant(one))
  const candidates = own.filter((one) => (correct ? one.corrects === correct : !one.corrects && isForMerchant(one)))
  const [first] = candidates.sort((a, b) => rank(a) - rank(b) || b.savedAt - a.savedAt)
  const found = own.find((one) => one.id === id && !one.corrects) ?? first
  unreadPicture = undefined
  if (!found) return undefined
  return withPicture(found).catch(() => {
    unreadPicture = found.fileId
    return withoutMetadata(found)
  })
}

/** A draft with its picture, or without one if the browser has lost it. Rejects if the picture cannot be read now. */
export async function withPicture(draft: StoredDraft): Promise<OpenedDraft> {
  const { id, fileId } = draft
  const file = filesInMemory.get(id) ?? (fileId && (await loadPicture(fileId)))
  if (file) filesInMemory.set(id, file)
  return { ...withoutMetadata(draft), ...(file && { receipt_image: file }) }
}

export function useIsWaitingSafe(): boolean {
  return useDrafts(
    ({ drafts, isStored }) => isStored && drafts.every(({ attempt, fileId }) => !attempt?.waits || fileId),
  )
}

export async function deleteAllDrafts(): Promise<void> {
  write([])
  storedOrStoring.clear()
  await inTime(clear(pictures))
}

export function deleteDraft(id: string): void {
  write(all().filter((one) => one.id !== id))
}

export function deleteEmptied(id: string): void {
  const found = findDraft(id)
  if (!found || !hasUnreadPicture(found)) deleteDraft(id)
  else void saveDraft(found.corrects === undefined ? {} : { corrects: found.corrects }, id, id)
}

export const findDraft = (id: string | undefined): StoredDraft | undefined => all().find((one) => one.id === id)

/** The id of the signed-in member, null for a guest. */
export const currentMember = (): number | null => useSession.getState().user?.id ?? null

/** Plain drafts first, then rejected ones, then those that wait to be sent. */
function rank({ attempt }: StoredDraft): number {
  if (attempt?.waits) return 2
  return attempt?.refusal ? 1 : 0
}

const hasUnreadPicture = ({ fileId }: StoredDraft): boolean => fileId !== undefined && fileId === unreadPicture

const isMine = (owner: number | null, member: number | null) => owner === null || owner === member

function withoutMetadata({ owner: _, savedAt: __, fileId: ___, ...draft }: StoredDraft): OpenedDraft {
  return draft
}

function withoutPicture(draft: StoredDraft, lost: string | undefined): StoredDraft {
  const { fileId, ...rest } = draft
  return fileId === lost ? rest : draft
}

/** Reads storage again, because another tab may have changed it, unless this tab cannot store. */
function all(): StoredDraft[] {
  const { drafts, isStored } = useDrafts.getState()
  return isStored ? readStored() : drafts
}

function readStored(): StoredDraft[] {
  // A value that is no list of drafts throws here.
  return tryStorage(() => JSON.parse(localStorage.getItem(DRAFTS_KEY) ?? '[]').map(withPresentNames)) ?? []
}

/** If storage fails, this tab continues in memory. Pictures are deleted only if the change was stored. */
function write(drafts: StoredDraft[]): void {
  const before = all()
  const isStored =
    tryStorage(() => {
      if (drafts.length > 0) localStorage.setItem(DRAFTS_KEY, JSON.stringify(drafts))
      else localStorage.removeItem(DRAFTS_KEY)
      return true
    }) ?? false
  show(drafts, isStored)
  const remainingFiles = new Set(drafts.map(({ fileId }) => fileId))
  const removed = isStored ? before.filter(({ fileId }) => !remainingFiles.has(fileId)) : []
  for (const { fileId } of removed) {
    if (!fileId) continue
    storedOrStoring.delete(fileId)
    void del(fileId, pictures).catch(() => undefined)
  }
}

function show(drafts: StoredDraft[], isStored: boolean): void {
  for (const id of filesInMemory.keys()) if (!drafts.some((one) => one.id === id)) filesInMemory.delete(id)
  useDrafts.setState({ drafts, isStored })
  if (drafts.length > 0) useHasDrafts.setState({ hasDrafts: true })
}

function pictureId(file: File): string {
  const id = pictureIds.get(file) ?? randomKey()
  pictureIds.set(file, id)
  return id
}

/** Stores a picture once. If that fails, the next call tries again. */
async function savePicture(file: File): Promise<void> {
  const id = pictureId(file)
  const storing = storedOrStoring.get(id) ?? set(id, file, pictures)
  storedOrStoring.set(id, storing)
  await storing.catch((error) => {
    storedOrStoring.delete(id)
    throw error
  })
}

async function loadPicture(id: string): Promise<File | undefined> {
  const file = await get<File>(id, pictures)
  if (!file) return undefined
  pictureIds.set(file, id)
  storedOrStoring.set(id, Promise.resolve())
  return file
}
