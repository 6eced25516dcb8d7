import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { allPaths } from './app/paths.ts'

/** Lists the paths of the console's pages for the server, which answers 404 for all others. */
const pagePaths: Plugin = {
  name: 'page-paths',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '.paths.json', source: JSON.stringify(allPaths) })
  },
}

const server = `http://127.0.0.1:${process.env.PORT || 4000}`

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), tailwindcss(), pagePaths],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // An inline polyfill would need a looser content security policy. All target browsers preload modules themselves.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/api', '/media', '/files'].map((path) => [path, server])),
  },
})
