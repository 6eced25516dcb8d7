export function SubmitPage() {
  return null
}
