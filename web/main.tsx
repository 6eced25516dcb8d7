import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/app.css'
import { App } from './app/App.tsx'
import { followOtherTabs } from './app/session.ts'

followOtherTabs()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
