import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env.PORT || 4000}`

// What changes with a dependency alone stays in the browser's cache when the app is renewed.
const longLived = /node_modules\/(react|react-dom|react-router|scheduler|zustand)\//

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // An inline polyfill would need a looser content security policy; every target browser preloads modules itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'react', test: longLived }] } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/api', '/media', '/files', '/dev'].map((path) => [path, server])),
  },
})
