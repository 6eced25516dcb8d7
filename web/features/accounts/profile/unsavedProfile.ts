import type { User } from '@stampus/contract/accounts'
import { inTime } from '@stampus/ui/browser/inTime'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import * as words from '#words'
import { useSession } from '../../../shared/storage/session.ts'
import { isTypedStored, keepTyped, takeTyped } from '../../../shared/storage/typedText.ts'
import { showToast } from '../../../shared/toasts.ts'
import type { ProfileForm } from './profileFields.ts'

/** What a member typed and did not save. Never contains passwords. */
type OwnUnsaved = { owner: number; name: string; email: string; avatar: File | null }

const useUnsaved = create<{ unsaved: OwnUnsaved | undefined }>(() => ({ unsaved: undefined }))
let readForm: (() => OwnUnsaved | undefined) | undefined
let expired = false
// Survives an expired session of the same member. Signing out, or another member signing in, deletes it.
useSession.subscribe(({ user, ended }) => {
  const isAway = user === null && (ended === 'session_expired' || (ended === null && expired))
  expired = isAway
  if (user?.id !== useUnsaved.getState().unsaved?.owner && !isAway) clearUnsaved()
})

const KEPT = 'profile'
type Stored = Omit<OwnUnsaved, 'avatar'> & { avatar: { name: string; type: string; url: string } | null }

const stored = takeTyped<Stored>(KEPT)
if (stored) useUnsaved.setState({ unsaved: { ...stored, avatar: stored.avatar && fileOf(stored.avatar) } })
keepTyped(KEPT, async (): Promise<Stored | undefined> => {
  const typed = readForm?.() ?? useUnsaved.getState().unsaved
  if (!typed) return undefined
  const { avatar } = typed
  return { ...typed, avatar: avatar && { name: avatar.name, type: avatar.type, url: await dataUrlOf(avatar) } }
})

function dataUrlOf(file: File): Promise<string> {
  const reading = new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return inTime(reading)
}

function fileOf({ name, type, url }: NonNullable<Stored['avatar']>): File {
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (character) => character.charCodeAt(0))
  return new File([bytes], name, { type })
}

export function clearUnsaved(): void {
  useUnsaved.setState({ unsaved: undefined })
}

export const useHasUnsaved = ({ id }: User): boolean => useUnsaved(({ unsaved }) => unsaved?.owner === id)

/** Warns before the tab closes, and keeps all but passwords when another page opens. `forget` stops that. */
export function useUnsavedProfile(form: ProfileForm, user: User) {
  const dirty = useRef(false)
  const ended = useRef(false)
  dirty.current = form.formState.isDirty
  useBeforeUnload(form.formState.isDirty)
  // biome-ignore lint/correctness/useExhaustiveDependencies: subscribes once for the life of the form
  useEffect(() => {
    const { unsaved } = useUnsaved.getState()
    const { name, email, avatar } = unsaved?.owner === user.id ? unsaved : {}
    if (name !== undefined) form.setValue('name', name, { shouldDirty: true })
    if (email !== undefined) form.setValue('email', email, { shouldDirty: true })
    if (avatar) form.setValue('avatar', avatar, { shouldDirty: true })
    readForm = () => {
      const { name, email, avatar } = form.getValues()
      return dirty.current && !ended.current ? { owner: user.id, name, email, avatar } : undefined
    }
    return () => {
      readForm = undefined
      const { user: now, ended: why } = useSession.getState()
      const hasExpired = now === null && why === 'session_expired'
      if (!dirty.current || ended.current || (now?.id !== user.id && !hasExpired)) return
      const { name, email, avatar } = form.getValues()
      useUnsaved.setState({ unsaved: { owner: user.id, name, email, avatar } })
      const message = hasExpired ? words.profileUnsavedExpired : words.profileUnsavedText
      showToast({ type: 'warning', title: words.profileUnsavedTitle, message })
    }
  }, [])
  const forget = () => {
    ended.current = true
    clearUnsaved()
  }
  return { forget }
}

function useBeforeUnload(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => isTypedStored() || event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
}
