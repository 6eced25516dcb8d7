export function ComingPage() {
  return null
}
