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
