/** What scripts and other sites cannot read. Without an age, a cookie ends with the browser's own session. */
export function cookieOptions(appUrl: string) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: appUrl.startsWith('https:') } as const
}
