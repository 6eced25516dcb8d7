import { MEMBER_COOKIE } from '@stampus/contract/settings'
import { unlessDenied } from '../api/unlessDenied.ts'

const MARK = 'stampus_run'
const YEAR_S = 31_536_000

/** Marks this run of the browser by a session cookie without a value of its own: it is gone when the browser ends (D-12). */
export function markBrowserRun(): void {
  writeMark(`${MARK}=1; SameSite=Strict`)
}

export function inSameBrowserRun(): boolean {
  return unlessDenied(() => document.cookie.split('; ').includes(`${MARK}=1`)) ?? false
}

export function clearBrowserRun(): void {
  writeMark(`${MARK}=; Max-Age=0; SameSite=Strict`)
}

/** Tells the server, by a cookie that says no more, that no guest is here: the page is not to come as a guest sees it (D-12). */
export function markMember(isHere: boolean): void {
  // On the way from a mail or another site too.
  writeMark(`${MEMBER_COOKIE}=1; Max-Age=${isHere ? YEAR_S : 0}; SameSite=Lax`)
}

function writeMark(mark: string): void {
  unlessDenied(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store answers too late to decide before the first paint
    document.cookie = `${mark}; Path=/`
  })
}
