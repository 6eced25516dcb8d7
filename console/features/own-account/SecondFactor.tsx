import { dropSecondFactor, renewRecoveryCodes } from '@stampus/contract/console/ownAccount'
import { Button } from '@stampus/ui/Button'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { State } from '../../shared/components/State.tsx'
import { say } from '../../shared/toasts.ts'
import { ProofDialog } from './ProofDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { factorTouches, SecondFactorSetup } from './SecondFactorSetup.tsx'

type Props = { isOn: boolean; codesLeft: number }

/** The caller's second factor: to be switched on, or on with its recovery codes. */
export function SecondFactor({ isOn, codesLeft }: Props) {
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
  return isOn ? <Kept codesLeft={codesLeft} onCodes={setCodes} /> : <SecondFactorSetup onCodes={setCodes} />
}

function Kept({ codesLeft, onCodes }: { codesLeft: number; onCodes: (codes: string[]) => void }) {
  const [asking, setAsking] = useState<'off' | 'codes'>()
  const dropping = useCall(dropSecondFactor, factorTouches)
  const renewing = useCall(renewRecoveryCodes, factorTouches)
  const close = () => setAsking(undefined)
  return (
    <div className="grid gap-4">
      <p>
        <State look="good">On</State>{' '}
        <span className={codesLeft > 2 ? 'text-muted' : 'font-semibold'}>{left(codesLeft)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" onClick={() => setAsking('codes')}>
          New recovery codes
        </Button>
        <Button look="secondary" onClick={() => setAsking('off')}>
          Switch off
        </Button>
      </div>
      {asking === 'codes' ? (
        <ProofDialog
          title="New recovery codes"
          action="Make new codes"
          mutation={renewing}
          onProof={(proof, { onError }) =>
            renewing.mutate(proof, {
              onError,
              onSuccess: ({ data, message }) => {
                close()
                say(message)
                onCodes(data.recovery_codes)
              },
            })
          }
          onClose={close}
        />
      ) : null}
      {asking === 'off' ? (
        <ProofDialog
          title="Switch the second factor off?"
          action="Switch off"
          look="danger"
          mutation={dropping}
          onProof={(proof, { onError }) =>
            dropping.mutate(proof, {
              onError,
              onSuccess: ({ message }) => {
                say(message)
                close()
              },
            })
          }
          onClose={close}
        />
      ) : null}
    </div>
  )
}

function left(codes: number): string {
  return codes === 1 ? '1 recovery code left' : `${codes} recovery codes left`
}
