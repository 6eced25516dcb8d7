import { list } from '@stampus/contract/rewards/vouchers'

const { state: states } = list.input.shape

/** The filter of the redemption history in an address. */
export function voucherFilter(params: URLSearchParams) {
  const { data } = states.safeParse(params.get('state') ?? undefined)
  return data ? { state: data } : {}
}
