/** The element that makes the page scroll sideways; null if the page does not. Runs in the page. */
export function findWidestElement(): string | null {
  const page = document.scrollingElement
  if (!page || page.scrollWidth <= page.clientWidth) return null
  const rightOf = (element: Element) => element.getBoundingClientRect().right
  const [widest] = [...document.body.querySelectorAll('*')].sort((a, b) => rightOf(b) - rightOf(a))
  return `<${widest?.tagName.toLowerCase()} class="${widest?.getAttribute('class')}"> ${widest?.textContent?.slice(0, 60)}`
}

/**
 * The texts of the page that do not fit: cut off by a box, wider than their own box, or a placeholder wider than its
 * field. A text with an ellipsis is cut off on purpose. Runs in the page.
 */
export function findTextFaults(): string[] {
  const faults = new Set<string>()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) examineText(texts.currentNode)
  for (const field of document.querySelectorAll('input')) examinePlaceholder(field)
  return [...faults]

  function examineText(text: Node) {
    const parent = text.parentElement
    const isShown = parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!text.textContent?.trim() || !parent || !isShown) return
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const part of range.getClientRects()) if (part.width > 0) examinePart(part, parent)
  }

  function examinePart(part: DOMRect, parent: Element) {
    let isOwnBox = true
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.display === 'inline' || style.display === 'contents') continue
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return
      const { left, right, top, bottom, width, height } = box.getBoundingClientRect()
      const isOutside = part.left > right || part.right < left || part.top > bottom || part.bottom < top
      const isTooWide = part.right > right + 1 || part.left < left - 1
      // The box of a letter is taller than the letter.
      const isTooHigh = part.bottom > bottom + 4 || part.top < top - 4
      const hides = /hidden|clip/
      const cuts = (isTooWide && hides.test(style.overflowX)) || (isTooHigh && hides.test(style.overflowY))
      // For screen readers only, or moved out of sight.
      if (width <= 1 || height <= 1 || (cuts && isOutside)) return
      if (cuts) return report('is cut off', parent)
      if (isOwnBox && isTooWide) return report('is wider than its box', parent)
      if (/auto|scroll/.test(style.overflow) || style.position === 'fixed') return
      isOwnBox = false
    }
  }

  function examinePlaceholder(field: HTMLInputElement) {
    const brush = document.createElement('canvas').getContext('2d')
    if (!brush || !field.placeholder || field.value || !field.checkVisibility()) return
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    brush.font = font
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    if (brush.measureText(field.placeholder).width > room + 1)
      faults.add(`The placeholder "${field.placeholder}" is cut off`)
  }

  function report(fault: string, { textContent, tagName }: Element) {
    faults.add(`"${textContent?.trim().replace(/\s+/g, ' ').slice(0, 80)}" in <${tagName.toLowerCase()}> ${fault}`)
  }
}
