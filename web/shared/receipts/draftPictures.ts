import { randomKey } from '@stampus/contract/client'
import { inTime } from '@stampus/ui/browser/inTime'
import { clear, del, get, promisifyRequest, set } from 'idb-keyval'
import { openStore } from '../storage/browserStore.ts'

/** A slow phone takes this long for a photo of some megabytes. */
const WRITE_TIMEOUT_MS = 20_000

const pictures = openStore('keyval-store', 'keyval', WRITE_TIMEOUT_MS)
const ids = new WeakMap<File, string>()
/** The pictures that are stored or being stored. */
const storedOrStoring = new Map<string, Promise<void>>()

/** The id under which a picture is stored. */
export function pictureId(file: File): string {
  const id = ids.get(file) ?? randomKey()
  ids.set(file, id)
  return id
}

/** Stores a picture once. If that fails, the next call tries again. */
export async function savePicture(file: File): Promise<void> {
  const id = pictureId(file)
  const storing = storedOrStoring.get(id) ?? storePicture(file)
  storedOrStoring.set(id, storing)
  await storing.catch((error) => {
    storedOrStoring.delete(id)
    throw error
  })
}

/** Stores a picture, even if it is already stored. */
export async function storePicture(file: File): Promise<void> {
  await set(pictureId(file), file, pictures)
}

export async function loadPicture(id: string): Promise<File | undefined> {
  const file = await get<File>(id, pictures)
  if (!file) return undefined
  ids.set(file, id)
  storedOrStoring.set(id, Promise.resolve())
  return file
}

export async function deletePicture(id: string): Promise<void> {
  storedOrStoring.delete(id)
  await del(id, pictures)
}

export async function deleteAllPictures(): Promise<void> {
  storedOrStoring.clear()
  await inTime(clear(pictures))
}

/**
 * Deletes pictures that are not in `named`, which is called inside the transaction, so that no other tab stores one in
 * between.
 */
export async function deleteUnusedPictures(named: () => (string | undefined)[]): Promise<void> {
  await pictures('readwrite', async (store) => {
    const stored = await promisifyRequest(store.getAllKeys())
    const wanted = new Set<IDBValidKey | undefined>(named())
    for (const id of stored) if (!wanted.has(id)) store.delete(id)
  })
}
