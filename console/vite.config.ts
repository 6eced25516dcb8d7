import { appConfig, pagePaths } from '@stampus/ui/build/appConfig'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { allPaths } from './app/paths.ts'

export default defineConfig({
  ...appConfig({
    root: import.meta.dirname,
    base: '/console/',
    proxied: ['/api', '/media', '/files'],
    port: process.env.PORT,
  }),
  plugins: [react(), tailwindcss(), pagePaths(allPaths)],
})
