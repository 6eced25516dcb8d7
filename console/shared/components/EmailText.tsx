/** An email address that goes on behind its @ where a line is too short for it. */
export function EmailText({ address }: { address: string }) {
  const domainAt = address.indexOf('@') + 1
  return (
    <>
      {address.slice(0, domainAt)}
      <wbr />
      {address.slice(domainAt)}
    </>
  )
}
