import type { Operator } from '@stampus/contract/console/operators'
import { Notice } from '@stampus/ui/Notice'
import { type ReactNode, useState } from 'react'
import { Page } from '../../shared/components/Page.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecondFactorSetup } from './SecondFactorSetup.tsx'

type Props = { operator: Operator; children: ReactNode }

/** Stands before the console while the second factor is demanded of an operator, until its recovery codes are kept. */
export function SecondFactorDue({ operator, children }: Props) {
  const [codes, setCodes] = useState<string[]>()
  if (!codes && operator.second_factor !== 'due') return children
  return (
    <Page title="Second factor">
      <Notice kind="info">
        <p>Nothing else opens before your second factor is on and its recovery codes are kept.</p>
      </Notice>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      ) : (
        <SecondFactorSetup onCodes={setCodes} />
      )}
    </Page>
  )
}
