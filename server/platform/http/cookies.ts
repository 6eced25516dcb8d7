/** Scripts and other sites cannot read it. Without an age, it ends with the browser's session. */
export function cookieOptions(appUrl: string) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: appUrl.startsWith('https:') } as const
}
