export function writeCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in the browsers of 2021.
  document.cookie = cookie
}

export function hasCookie(cookie: string): boolean {
  return document.cookie.split('; ').includes(cookie)
}
