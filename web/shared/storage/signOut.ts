import { create } from 'zustand'
import { call } from '../api/api.ts'
import { endSession, useSession } from './session.ts'

/** Whether it is being asked if what waits for the network may be lost (D-95). */
export const useSignOutAsked = create(() => ({ asked: false }))

/** Signs out, but asks first where a receipt waits for the network. */
export async function signOut(): Promise<void> {
  if (await somethingWaits().catch(() => false)) useSignOutAsked.setState({ asked: true })
  else signOutNow()
}

/** Signs out at once (S-4.01); the server is told in passing (D-07) and the waiting receipt is deleted (D-03). */
export function signOutNow(): void {
  const { token } = useSession.getState()
  endSession('signed_out')
  if (token) void forgetToken(token).catch(() => undefined)
  void forgetDraft().catch(() => undefined)
}

async function somethingWaits(): Promise<boolean> {
  const { waitingDrafts } = await import('../receipts/draft.ts')
  return waitingDrafts().length > 0
}

async function forgetDraft(): Promise<void> {
  const { clearDraft } = await import('../receipts/draft.ts')
  await clearDraft()
}

async function forgetToken(token: string): Promise<void> {
  const { logout } = await import('@stampus/contract/accounts')
  await call(logout, {}, { token })
}
