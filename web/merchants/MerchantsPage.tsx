export function MerchantsPage() {
  return null
}
