import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/app.css'
import { App } from './app/App.tsx'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )

// Lets the counter open without a network.
if (import.meta.env.PROD)
  addEventListener('load', () => void navigator.serviceWorker?.register('/counter/sw.js').catch(() => undefined))
