export function UnreadBadge() {
  return null
}
