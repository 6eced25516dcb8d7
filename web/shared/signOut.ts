import { create } from 'zustand'
import { call } from './api/api.ts'
import { endSession, useSession } from './storage/session.ts'

export const useSignOutPrompt = create(() => ({ isOpen: false }))

/** Signs out, but asks first if a receipt waits to be sent. */
export async function signOut(): Promise<void> {
  if (await hasWaitingDrafts().catch(() => false)) useSignOutPrompt.setState({ isOpen: true })
  else signOutAtOnce()
}

/** Signs out at once and deletes all drafts. The request to the server may fail. */
export function signOutAtOnce(): void {
  const { token } = useSession.getState()
  endSession('signed_out')
  if (token) void revokeToken(token).catch(() => undefined)
  void deleteDrafts().catch(() => undefined)
}

const loadDrafts = () => import('./receipts/draft.ts')

const hasWaitingDrafts = async () => (await loadDrafts()).readWaitingDrafts().length > 0

export const deleteDrafts = async () => (await loadDrafts()).deleteAllDrafts()

async function revokeToken(token: string): Promise<void> {
  const { logout } = await import('@stampus/contract/accounts')
  await call(logout, {}, { token })
}
