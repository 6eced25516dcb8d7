export function DealsPage() {
  return null
}
