import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { PROOF_DIGITS, VOUCHER_CODE_DIGITS, VOUCHER_CODE_SECONDS } from '@stampus/contract/limits'
import { readableNumber, writeVoucherCode } from '@stampus/contract/rewards/vouchers'
import { QrCode } from '@stampus/ui/qr/QrCode'
import { TOTP } from 'otpauth/bare'
import { useMemo } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { useServerTime } from '../../shared/storage/serverClock.ts'
import type { OpenedVoucher } from '../../shared/storage/voucherKeys.ts'

export function LiveCode({ opened }: { opened: OpenedVoucher }) {
  const { key, voucher } = opened
  const now = useServerTime() / 1000
  const step = Math.floor(now / VOUCHER_CODE_SECONDS)
  const code = useMemo(() => totpAt(key, step, VOUCHER_CODE_DIGITS), [key, step])
  const left = (step + 1) * VOUCHER_CODE_SECONDS - now
  return (
    <div className="grid justify-items-center gap-4">
      <QrCode
        value={writeVoucherCode({ number: voucher.number, code })}
        title={words.voucherQr}
        className="block w-60 rounded-control border border-border-strong"
      />
      <dl className="flex flex-wrap justify-center gap-x-8 gap-y-2 text-center font-receipt tabular-nums">
        <div>
          <dt className="font-sans text-muted text-small">{words.voucherNumber}</dt>
          <dd className="whitespace-nowrap font-bold text-[2rem] leading-tight">{readableNumber(voucher.number)}</dd>
        </div>
        <div>
          <dt className="font-sans text-muted text-small">{words.voucherCode}</dt>
          <dd className="rounded-control bg-tint px-2 font-bold text-[2rem] text-blue leading-tight">{code}</dd>
        </div>
      </dl>
      <div className="grid w-full max-w-64 gap-1 text-center">
        <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-chip bg-line">
          <span
            className="block h-full origin-left rounded-chip bg-blue transition-transform duration-1000 ease-linear"
            style={{ transform: `scaleX(${left / VOUCHER_CODE_SECONDS})` }}
          />
        </span>
        <span className="text-muted text-small tabular-nums">{sentences.voucherSeconds(left)}</span>
      </div>
    </div>
  )
}

export function ProofCode({ proofKey }: { proofKey: string }) {
  const step = Math.floor(useServerTime() / 1000 / VOUCHER_CODE_SECONDS)
  const code = useMemo(() => totpAt(proofKey, step, PROOF_DIGITS), [proofKey, step])
  return (
    <dl className="mt-3 grid justify-items-center">
      <dt className="text-small">{words.voucherProof}</dt>
      <dd className="rounded-control border-2 border-current px-4 font-bold font-receipt text-[2.5rem] tabular-nums leading-tight">
        {code}
      </dd>
    </dl>
  )
}

/** The code of a step of time by RFC 6238. The library comes without hash functions here, which are most of its size. */
export function totpAt(key: string, step: number, digits: number): string {
  const totp = new TOTP({
    secret: key,
    digits,
    period: VOUCHER_CODE_SECONDS,
    hmac: (_, secret, message) => hmac(sha1, secret, message),
  })
  return totp.generate({ timestamp: step * VOUCHER_CODE_SECONDS * 1000 })
}
