/** A page of `en/` or `ms/`, depending on the build. `web/legalTexts.ts` reads it. */
declare module '#legal/*' {
  const page: import('./LegalText.tsx').LegalToken[]
  export default page
}
