export function DraftPage() {
  return null
}
