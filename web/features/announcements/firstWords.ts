/** The text of the first paragraphs, for a line in a list; a table is read row by row. */
export function firstWords(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  // Before the tables, whose cells hold paragraphs too.
  for (const part of body.querySelectorAll('h2, h3, p, ul, ol, li, blockquote, br')) {
    part.before(' ')
    part.after(' ')
  }
  for (const table of body.querySelectorAll('table')) table.replaceWith(inWords(table))
  const begins = [...body.querySelectorAll('p, li')].some(({ textContent }) => textContent.trim())
  if (begins) for (const title of body.querySelectorAll('h2, h3')) title.remove()
  return body.textContent.replace(/\s+/g, ' ').trim()
}

function inWords({ caption, rows }: HTMLTableElement): string {
  const lines = [...rows].map(({ cells }) => [...cells].map(({ textContent }) => textContent.trim()).join(' · '))
  return `${(caption ? [caption.textContent, ...lines] : lines).join('; ')} `
}
