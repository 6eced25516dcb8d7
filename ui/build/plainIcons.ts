import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Replaces lucide's icon component with `plainIcon.ts`, which is a tenth of its size. */
export const plainIcons = [
  {
    find: /^\.\.\/createLucideIcon\.mjs$/,
    replacement: fileURLToPath(new URL('plainIcon.ts', import.meta.url)),
  },
]

/** Lets the build drop what `plainIcon.ts` does not use of an icon: its name and size, and random keys. */
export const onlyUsedIcons: Plugin = {
  name: 'only-used-icons',
  apply: 'build',
  transform: {
    filter: { id: /node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
    handler: (code) =>
      code.replace(/,\s*key: "\w+"/g, '').replace(/^ {2}(name|size|aliases): .*\n|^__iconData\.node;$/gm, ''),
  },
}
