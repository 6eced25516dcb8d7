/** The parts of a mailed link that opened this page. The server rejects a link without one of them. */
export function readMailedLink() {
  const given = new URLSearchParams(location.search)
  const part = (name: string) => given.get(name) ?? ''
  return { id: part('id'), hash: part('hash'), expires: part('expires'), signature: part('signature') }
}
