import { fileURLToPath } from 'node:url'

/** Lets the icons of lucide be drawn by `plainIcon.ts`, which is a tenth of what draws them there. */
export const plainIcons = [
  {
    find: /^\.\.\/createLucideIcon\.mjs$/,
    replacement: fileURLToPath(new URL('../app/shell/plainIcon.ts', import.meta.url)),
  },
]
