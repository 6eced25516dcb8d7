export function MerchantSlugPage() {
  return null
}
