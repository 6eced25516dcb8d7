import { PROOF_MS } from '@stampus/contract/limits'
import type { Voucher } from '@stampus/contract/rewards/vouchers'
import { CircleCheckBig } from 'lucide-react'
import { Suspense } from 'react'
import * as words from '#words'
import { lazyWithRetry } from '../../shared/components/LazyPart.tsx'
import { readableAge } from '../../shared/dates.ts'
import { useServerTime } from '../../shared/storage/serverClock.ts'
import { VoucherSlip } from './VoucherSlip.tsx'
import { usedText } from './voucherTexts.ts'

const ProofCode = lazyWithRetry(async () => (await import('./ProofCode.tsx')).ProofCode)

type Props = { voucher: Voucher & { proof_key?: string | null | undefined } }

/** A voucher that was handed over, with a proof that a stall can read from the other side of the counter. */
export function UsedVoucher({ voucher }: Props) {
  const at = new Date(voucher.ended_at ?? '')
  const now = useServerTime()
  const proofKey = now - at.getTime() < PROOF_MS ? voucher.proof_key : null
  const age = Math.max(0, Math.floor((now - at.getTime()) / 1000))
  return (
    <VoucherSlip voucher={voucher}>
      <div className="overflow-hidden rounded-sheet bg-approved text-sheet dark:text-paper">
        <Stripes isMoving={age * 1000 < PROOF_MS} />
        <div className="grid animate-land justify-items-center gap-2 px-4 py-8 text-center">
          <CircleCheckBig aria-hidden="true" className="size-16" />
          <p className="-rotate-3 rounded-control border-4 border-current border-double px-4 py-1 font-bold text-title uppercase tracking-widest">
            {words.voucherUsed}
          </p>
          <p role="status" className="mt-3 text-balance font-bold text-lead">
            {usedText(voucher, new Date(now))}
          </p>
          <p className="font-receipt text-lead tabular-nums">
            {age < 60 ? secondsAgo(age) : readableAge(at, new Date(now))}
          </p>
          {proofKey ? (
            <Suspense>
              <ProofCode proofKey={proofKey} />
            </Suspense>
          ) : null}
        </div>
        <Stripes isMoving={age * 1000 < PROOF_MS} />
      </div>
    </VoucherSlip>
  )
}

/** Stripes that run while the proof is fresh: a picture of it would not move. */
function Stripes({ isMoving }: { isMoving: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`block h-4 bg-[repeating-linear-gradient(135deg,currentColor_0_10px,transparent_10px_20px)] bg-[length:200%_100%] opacity-60 ${isMoving ? 'animate-[run-stripes_0.9s_linear_infinite]' : ''}`}
    />
  )
}

function secondsAgo(seconds: number): string {
  return new Intl.RelativeTimeFormat(words.locale).format(-seconds, 'second')
}
