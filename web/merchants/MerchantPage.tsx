export function MerchantPage() {
  return null
}
