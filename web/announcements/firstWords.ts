/** The text of the first paragraphs, for a line in a list. */
export function firstWords(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('p, li')].map((block) => block.textContent).join(' ') || (body.textContent ?? '')
}
