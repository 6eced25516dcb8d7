import { join } from 'node:path'
import { createServer } from 'vite'
import { exitWithParent } from '../server/platform/lifecycle/exit-with-parent.ts'
import { type App, apps } from './support/apps.ts'
import { startRestartingServer } from './support/dev-server.ts'
import { root } from './support/root.mjs'

const WEB_PORT = 5173

const server = startRestartingServer({ WEB_URL: process.env.WEB_URL ?? `http://127.0.0.1:${WEB_PORT}` })
const ports = { web: WEB_PORT, console: 5174, counter: 5175 }
const pages = await Promise.all(apps.map((app) => serveApp(app, ports[app])))
process.once('SIGINT', stop).once('SIGTERM', stop)
exitWithParent(stop)

async function serveApp(app: App, port: number) {
  const folder = join(root, app)
  const configFile = join(folder, 'vite.config.ts')
  const proxy = app === 'web' ? otherApps() : {}
  const vite = await createServer({ root: folder, configFile, server: { port, strictPort: true, proxy } })
  await vite.listen()
  console.log(`${app}: ${vite.resolvedUrls?.local[0]} (reloads as you type)`)
  return vite
}

/** The other apps, served at the members' app's port too: the printed addresses and the links in mails lead there. */
function otherApps() {
  const { web: _, ...others } = ports
  return Object.fromEntries(
    Object.entries(others).map(([app, port]) => [`/${app}/`, { target: `http://127.0.0.1:${port}`, ws: true }]),
  )
}

async function stop() {
  await Promise.all([server.stop(), ...pages.map((vite) => vite.close())])
  process.exit()
}
