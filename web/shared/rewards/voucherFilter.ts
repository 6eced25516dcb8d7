const states = ['ready', 'used', 'returned'] as const

/** The filter of the redemption history in an address. */
export function voucherFilter(params: URLSearchParams) {
  const state = states.find((one) => one === params.get('state'))
  return state ? { state } : {}
}
