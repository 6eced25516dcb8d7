import type { User } from '@stampus/contract/accounts'
import { useEffect, useRef } from 'react'
import * as words from '#words'
import { useSession } from '../../../shared/storage/session.ts'
import { showToast } from '../../../shared/toasts.ts'
import type { ProfileForm } from './profileFields.ts'

/** What the member typed and did not save. Never contains passwords. */
type Unsaved = { name: string; email: string; avatar: File | null }

let unsaved: (Unsaved & { owner: number }) | undefined
let expired = false
// Survives an expired session of the same member. Signing out, or another member signing in, deletes it.
useSession.subscribe(({ user, ended }) => {
  const isAway = user === null && (ended === 'session_expired' || (ended === null && expired))
  expired = isAway
  if (user?.id !== unsaved?.owner && !isAway) clearUnsaved()
})

/** Keeps what a member typed while the app is open, until they sign out or another member signs in. */
function saveUnsaved({ id }: User, { name, email, avatar }: Unsaved): void {
  unsaved = { owner: id, name, email, avatar }
}

export function clearUnsaved(): void {
  unsaved = undefined
}

export function getUnsaved({ id }: User): Unsaved | undefined {
  return unsaved?.owner === id ? unsaved : undefined
}

/**
 * Protects unsaved input: warns before the tab closes, keeps everything but passwords when the member opens another
 * page, and restores it. `forget` stops that.
 */
export function useUnsavedProfile(form: ProfileForm, user: User) {
  const dirty = useRef(false)
  const ended = useRef(false)
  dirty.current = form.formState.isDirty
  useBeforeUnload(form.formState.isDirty)
  // biome-ignore lint/correctness/useExhaustiveDependencies: subscribes once for the life of the form
  useEffect(() => {
    const { name, email, avatar } = getUnsaved(user) ?? {}
    if (name !== undefined) form.setValue('name', name, { shouldDirty: true })
    if (email !== undefined) form.setValue('email', email, { shouldDirty: true })
    if (avatar) form.setValue('avatar', avatar, { shouldDirty: true })
    return () => {
      const { user: now, ended: why } = useSession.getState()
      const hasExpired = now === null && why === 'session_expired'
      if (!dirty.current || ended.current || (now?.id !== user.id && !hasExpired)) return
      saveUnsaved(user, form.getValues())
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

/** The browser asks before it closes or reloads the tab. */
function useBeforeUnload(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
}
