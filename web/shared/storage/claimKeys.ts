import { randomKey } from '@stampus/contract/client'
import { useSession } from './session.ts'
import { tryStorage } from './tryStorage.ts'

const keysOfThisPage = new Map<string, string>()

/** The key of a claim that has no answer yet: a repeat takes it again, also after the page was loaded again. */
export function claimKey(rewardId: number): string {
  const name = nameOf(rewardId)
  const key = tryStorage(() => sessionStorage.getItem(name)) ?? keysOfThisPage.get(name) ?? randomKey()
  keysOfThisPage.set(name, key)
  tryStorage(() => sessionStorage.setItem(name, key))
  return key
}

/** After an answer, so that the next claim of this reward is another one. */
export function forgetClaimKey(rewardId: number): void {
  const name = nameOf(rewardId)
  keysOfThisPage.delete(name)
  tryStorage(() => sessionStorage.removeItem(name))
}

const nameOf = (rewardId: number) => `claim_${useSession.getState().user?.id}_${rewardId}`
