import { PAGE_SIZE } from '@stampus/contract/limits'
import { decimalAmount } from '@stampus/contract/values/money'
import type { StampEntry } from '@stampus/contract/wallet'
import * as wallet from '@stampus/contract/wallet'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/http/lists.ts'
import { routes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import { findWallet, listOwnEntries, type OwnEntryRow } from './wallet.store.ts'

export const walletRoutes = routes(wallet, ({ db, now }: Deps) => ({
  show: async (_input, { member }) => {
    const { balance, available, pending } = await findWallet(db.pool, member.id, now())
    return { data: { stamp_balance: balance, available, pending_stamps: pending } }
  },
  entries: async ({ page = 1 }, { member }) =>
    toPage({ page, size: PAGE_SIZE }, await listOwnEntries(db.pool, member.id, page), (row) => ({
      ...row,
      submission: presentReceipt(row),
      voucher: presentVoucher(row),
    })),
}))

function presentVoucher({
  voucher_id: id,
  voucher_title: title,
  voucher_title_ms,
}: OwnEntryRow): StampEntry['voucher'] {
  return id === null || title === null ? null : { id, title, title_ms: voucher_title_ms ?? undefined }
}

function presentReceipt(row: OwnEntryRow): StampEntry['submission'] {
  const { submission_id: id, merchant, amount_sen, logo_key, logo_placeholder } = row
  if (id === null || merchant === null || amount_sen === null) return null
  return {
    id,
    merchant,
    purchase_amount: decimalAmount(amount_sen),
    merchant_logo_url: logo_key && mediaUrl(logo_key),
    merchant_logo_placeholder_image_url: logo_placeholder,
  }
}
