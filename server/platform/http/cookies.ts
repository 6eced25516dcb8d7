/** Scripts and other sites cannot read it. Without an age, it ends with the browser's session. */
export const cookieOptions = (appUrl: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: appUrl.startsWith('https:') }) as const
