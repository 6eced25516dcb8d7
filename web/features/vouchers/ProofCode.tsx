import { PROOF_DIGITS, VOUCHER_CODE_SECONDS } from '@stampus/contract/limits'
import { useMemo } from 'react'
import * as words from '#words'
import { useServerTime } from '../../shared/storage/serverClock.ts'
import { codeOf } from './codeOf.ts'

/** The digits that a counter without a network compares with its own. */
export function ProofCode({ proofKey }: { proofKey: string }) {
  const step = Math.floor(useServerTime() / 1000 / VOUCHER_CODE_SECONDS)
  const code = useMemo(() => codeOf(proofKey, step, PROOF_DIGITS), [proofKey, step])
  return (
    <dl className="mt-3 grid justify-items-center">
      <dt className="text-small">{words.voucherProof}</dt>
      <dd className="rounded-control border-2 border-current px-4 font-bold font-receipt text-[2.5rem] tabular-nums leading-tight">
        {code}
      </dd>
    </dl>
  )
}
