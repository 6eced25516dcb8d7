export const voucherStates = ['ready', 'used', 'returned'] as const

export function voucherFilter(params: URLSearchParams) {
  const state = voucherStates.find((one) => one === params.get('state'))
  return state ? { state } : {}
}
