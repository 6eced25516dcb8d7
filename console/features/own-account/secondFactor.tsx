import * as account from '@stampus/contract/console/ownAccount'
import { Notice } from '@stampus/ui/Notice'
import type { OwnAccount } from '@stampus/ui/sign-in/OwnAccount'
import { SecondFactor } from '@stampus/ui/sign-in/SecondFactor'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { callWithSession, operatorQuery, queryClient } from '../../shared/api/queries.ts'
import { Page } from '../../shared/components/Page.tsx'
import { UnsavedGuard } from '../../shared/forms/UnsavedGuard.tsx'
import { showToast } from '../../shared/toasts.ts'
import { requireSame, words } from './words.ts'

export const calls: ComponentProps<typeof OwnAccount>['calls'] = {
  changePassword: async ({ repeated, ...sent }) => {
    requireSame(sent.password, repeated)
    return callWithSession(account.changeOwnPassword, sent)
  },
  endOtherSessions: () => callWithSession(account.endOwnOtherSessions, {}),
  startSecondFactor: (typed) => callWithSession(account.startSecondFactor, typed),
  confirmSecondFactor: (typed) => callWithSession(account.confirmSecondFactor, typed),
  renewRecoveryCodes: (typed) => callWithSession(account.renewRecoveryCodes, typed),
  disableSecondFactor: (typed) => callWithSession(account.disableSecondFactor, typed),
}

export async function showChange(message: string): Promise<void> {
  showToast(message)
  await Promise.all(
    [[account.ownAccount.path], operatorQuery.queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )
}

export const UnsavedRecoveryCodes = () => (
  <UnsavedGuard isUnsaved>We won't show your recovery codes again. Save them first.</UnsavedGuard>
)

/** Blocks the console until an operator who must use a second factor has set it up and saved the recovery codes. */
export function SecondFactorGate({ isDue, children }: { isDue: boolean; children: ReactNode }) {
  // The operator may be loaded again while the codes are shown.
  const [isSaving, setSaving] = useState(false)
  if (!isDue && !isSaving) return children
  const confirmSecondFactor: typeof calls.confirmSecondFactor = async (typed) => {
    const made = await calls.confirmSecondFactor(typed)
    setSaving(true)
    return made
  }
  const saved = async (message: string) => {
    await showChange(message)
    setSaving(false)
  }
  return (
    <Page title="Second factor">
      <Notice kind="info">
        <p>Set up your second factor and save its recovery codes to continue.</p>
      </Notice>
      <div className="grid max-w-md gap-4">
        <SecondFactor
          words={words}
          calls={{ ...calls, confirmSecondFactor }}
          isOn={false}
          recoveryCodesLeft={0}
          onChanged={saved}
          guard={<UnsavedRecoveryCodes />}
        />
      </div>
    </Page>
  )
}
