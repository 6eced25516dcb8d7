import { create } from 'zustand'
import { call } from './api/api.ts'
import { endSession, useSession } from './storage/session.ts'

/** Whether it is being asked if what waits for the network may be lost (D-95). */
export const useSignOutPrompt = create(() => ({ asked: false }))

/** Signs out, but asks first where a receipt waits for the network. */
export async function signOut(): Promise<void> {
  if (await somethingWaits().catch(() => false)) useSignOutPrompt.setState({ asked: true })
  else signOutAtOnce()
}

/** Signs out at once (S-4.01); the server is told in passing (D-07) and the waiting receipt is deleted (D-03). */
export function signOutAtOnce(): void {
  const { token } = useSession.getState()
  endSession('signed_out')
  if (token) void forgetToken(token).catch(() => undefined)
  void forgetDraft().catch(() => undefined)
}

async function somethingWaits(): Promise<boolean> {
  const { readWaitingDrafts } = await import('./receipts/draft.ts')
  return readWaitingDrafts().length > 0
}

async function forgetDraft(): Promise<void> {
  const { deleteAllDrafts } = await import('./receipts/draft.ts')
  await deleteAllDrafts()
}

async function forgetToken(token: string): Promise<void> {
  const { logout } = await import('@stampus/contract/accounts')
  await call(logout, {}, { token })
}
