import type { User } from '@stampus/contract/accounts'
import { useSession } from '../app/session.ts'

/** What was typed and not saved; never a password. */
type Unsaved = { name: string; email: string; avatar: File | null }

let kept: (Unsaved & { owner: number }) | undefined
useSession.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) forgetUnsaved()
})

/** Keeps what a member typed for as long as the app stands open and they are signed in. */
export function keepUnsaved({ id }: User, { name, email, avatar }: Unsaved): void {
  kept = { owner: id, name, email, avatar }
}

export function forgetUnsaved(): void {
  kept = undefined
}

/** What this member left unsaved. */
export function unsavedOf({ id }: User): Unsaved | undefined {
  return kept?.owner === id ? kept : undefined
}
