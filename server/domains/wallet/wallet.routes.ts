import { PAGE_SIZE } from '@stampus/contract/limits'
import { decimalAmount } from '@stampus/contract/values/money'
import * as wallet from '@stampus/contract/wallet'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/http/lists.ts'
import { withMalay } from '../../platform/http/present.ts'
import { routes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import { type EarningReceipt, findWallet, listOwnEntries } from './wallet.store.ts'

export const walletRoutes = routes(wallet, ({ db, now }: Deps) => ({
  show: async (_input, { member }) => {
    const { balance, available, pending } = await findWallet(db.pool, member.id, now())
    return { data: { stamp_balance: balance, available, pending_stamps: pending } }
  },
  entries: async ({ page = 1 }, { member }) =>
    toPage({ page, size: PAGE_SIZE }, await listOwnEntries(db.pool, member.id, page), (row) => ({
      ...row,
      submission: row.submission && presentReceipt(row.submission),
      voucher: row.voucher && withMalay(row.voucher),
    })),
}))

const presentReceipt = ({ id, merchant, amount_sen, logo_key, logo_placeholder }: EarningReceipt) => ({
  ...{ id, merchant },
  purchase_amount: decimalAmount(amount_sen),
  merchant_logo_url: logo_key && mediaUrl(logo_key),
  merchant_logo_placeholder_image_url: logo_placeholder,
})
