import { unlessDenied } from './unlessDenied.ts'

const MARK = 'stampus_run'

/** Marks this run of the browser by a session cookie without a value of its own: it is gone when the browser ends (D-12). */
export function markBrowserRun(): void {
  writeMark('1')
}

export function inSameBrowserRun(): boolean {
  return unlessDenied(() => document.cookie.split('; ').includes(`${MARK}=1`)) ?? false
}

export function clearBrowserRun(): void {
  writeMark('; Max-Age=0')
}

function writeMark(rest: string): void {
  unlessDenied(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store answers too late to decide before the first paint
    document.cookie = `${MARK}=${rest}; Path=/; SameSite=Strict`
  })
}
