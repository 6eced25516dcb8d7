import { tryStorage } from './tryStorage.ts'

/** Writes a cookie of the whole site. Does nothing where the browser blocks cookies. */
export function writeCookie(cookie: string): void {
  tryStorage(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store answers too late to decide before the first paint
    document.cookie = `${cookie}; Path=/`
  })
}

export function readCookie(name: string): string | undefined {
  const start = `${name}=`
  const found = tryStorage(() => document.cookie.split('; ').find((cookie) => cookie.startsWith(start)))
  return found?.slice(start.length)
}
