/** Runs in a page: whatever shows a value that is none goes to the console as an error, which is a fault of the test. */
export function reportBrokenText() {
  const broken = /.{0,40}(\bundefined\b|\bNaN\b|\bnull\b|\[object \w+\]|Invalid Date).{0,20}/
  const attributes = ['alt', 'aria-label', 'href', 'placeholder', 'src', 'title', 'value']
  const told = new Set<string>()
  let waiting = false
  const look = () => {
    waiting = false
    const values = [...document.querySelectorAll('body *')].flatMap((one) =>
      attributes.map((name) => one.getAttribute(name)),
    )
    for (const text of [document.title, document.body?.innerText ?? '', ...values]) {
      const [found] = broken.exec(text ?? '') ?? []
      if (found && !told.has(found)) console.error(`The page shows "${found}"`)
      if (found) told.add(found)
    }
  }
  const lookSoon = () => {
    if (!waiting) requestAnimationFrame(look)
    waiting = true
  }
  const everything = { subtree: true, childList: true, characterData: true, attributes: true }
  new MutationObserver(lookSoon).observe(document, everything)
}
