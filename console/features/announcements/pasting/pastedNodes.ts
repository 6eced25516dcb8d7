// One node at a time: a call takes only so many arguments, and pasted text may have more nodes.

/** Puts nodes at the end of an element. */
export function appendAll(element: Element, nodes: Iterable<Node | string>): void {
  for (const node of [...nodes]) element.append(node)
}

/** Puts the content of an element in its place. */
export function unwrap(element: Element): void {
  for (const node of [...element.childNodes]) element.before(node)
  element.remove()
}
