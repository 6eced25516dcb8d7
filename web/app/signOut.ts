import { call } from './api.ts'
import { endSession, useSession } from './session.ts'

/** Signs out at once (S-4.01); the server is told in passing (D-07) and the waiting receipt is deleted (D-03). */
export function signOut(): void {
  const { token } = useSession.getState()
  endSession('signed_out')
  if (token) void forgetToken(token).catch(() => undefined)
  void forgetDraft().catch(() => undefined)
}

async function forgetDraft(): Promise<void> {
  const { clearDraft } = await import('../submissions/draft.ts')
  await clearDraft()
}

async function forgetToken(token: string): Promise<void> {
  const { logout } = await import('@stampus/contract/accounts')
  await call(logout, {}, { token })
}
