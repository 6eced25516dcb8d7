import type { User } from '@stampus/contract/accounts'
import { useSession } from '../../../shared/storage/session.ts'

/** What was typed and not saved; never a password. */
type Unsaved = { name: string; email: string; avatar: File | null }

let kept: (Unsaved & { owner: number }) | undefined
let expired = false
// A member whose session expired comes back; a sign-out, and another member, end what was typed.
useSession.subscribe(({ user, ended }) => {
  const isAway = user === null && (ended === 'session_expired' || (ended === null && expired))
  expired = isAway
  if (user?.id !== kept?.owner && !isAway) forgetUnsaved()
})

/** Keeps what a member typed while the app is open, until they sign out or somebody else signs in. */
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
