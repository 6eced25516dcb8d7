import { currentUser } from '@stampus/contract/accounts'
import { call } from '../../../shared/api/api.ts'
import { CallError } from '../../../shared/api/CallError.ts'
import { signIn } from '../../../shared/storage/session.ts'

export function saysAlreadyVerified(fault: unknown): fault is CallError {
  return fault instanceof CallError && fault.status === 400 && /already verified/i.test(fault.message)
}

/** Stores the token that came with the refusal (S-4.11), once the server has said whose it is (S-7.05). */
export async function keepAnsweredToken({ body }: CallError): Promise<void> {
  const { token } = (body ?? {}) as { token?: unknown }
  if (typeof token !== 'string') return
  const answer = await call(currentUser, {}, { token }).catch(() => undefined)
  if (answer) signIn({ token, user: answer.data })
}
