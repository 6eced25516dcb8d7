/** The form in which names are searched and ordered: lower case, without Latin accents, with one kind of apostrophe. */
export function nameKey(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[‘’ʼ`´]/g, "'")
}
