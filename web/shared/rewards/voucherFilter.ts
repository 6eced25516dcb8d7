/** The states by which vouchers can be filtered. */
export const voucherStates = ['ready', 'used', 'returned'] as const

/** The filter of the redemption history in an address. */
export function voucherFilter(params: URLSearchParams) {
  const state = voucherStates.find((one) => one === params.get('state'))
  return state ? { state } : {}
}
