import { BrowserRouter, Route, Routes } from 'react-router'
import { Layout } from './Layout.tsx'
import { routes } from './routes.tsx'
import { Screen } from './Screen.tsx'

export function App() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<Layout />}>
          {routes.map((route) => (
            <Route key={route.name} path={route.path} element={<Screen route={route} />} />
          ))}
        </Route>
      </Routes>
    </BrowserRouter>
  )
}
