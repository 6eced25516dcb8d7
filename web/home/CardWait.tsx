export function CardWait() {
  return null
}
