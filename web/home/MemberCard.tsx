export function MemberCard() {
  return null
}
