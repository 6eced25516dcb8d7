import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../structure/tree.ts'
import { startDemoServer } from '../../support/browser/prepared-data.ts'
import { freePort, type ServerUnderTest, startServer } from '../../support/browser/server-under-test.ts'

/** Two servers: the pages of one belong to an app that was built for the API of the other. */
export async function startTwoOrigins() {
  const [pagePort, apiPort] = [String(await freePort()), String(await freePort())]
  const pageUrl = `http://127.0.0.1:${pagePort}`
  const checkout = await createCheckout(`http://127.0.0.1:${apiPort}/api`)
  const servers: ServerUnderTest[] = []
  try {
    const rules = { PORT: apiPort, WEB_URL: pageUrl, CORS_ORIGINS: pageUrl, MAX_RECEIPT_AGE_DAYS: '36500' }
    const api = await startDemoServer(rules, 'postgres')
    servers.push(api)
    const pages = await startServer({ PORT: pagePort }, checkout)
    servers.push(pages)
    return { api, pages, pageUrl, remove: () => removeAll(servers, checkout) }
  } catch (error) {
    await removeAll(servers, checkout)
    throw error
  }
}

async function removeAll(servers: ServerUnderTest[], checkout: string): Promise<void> {
  await Promise.all(servers.map((server) => server.remove()))
  await rm(checkout, { recursive: true, force: true })
}

/** A checkout whose built app calls the API at another URL. */
async function createCheckout(apiBase: string): Promise<string> {
  const checkout = await mkdtemp(join(tmpdir(), 'stampus-checkout-'))
  const built = join(root, 'server/dist')
  await cp(join(root, 'server'), join(checkout, 'server'), { recursive: true, filter: (path) => path !== built })
  await cp(join(root, 'demo'), join(checkout, 'demo'), { recursive: true })
  await mkdir(join(checkout, 'web'))
  await symlink(built, join(checkout, 'server/dist'))
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'))
  await buildApp(apiBase, join(checkout, 'web/dist'))
  return checkout
}

async function buildApp(apiBase: string, folder: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const build = spawn(
    process.execPath,
    [vite, 'build', 'web', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', VITE_API_BASE: apiBase },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const [code] = await once(build, 'exit')
  if (code !== 0) throw new Error(`The app was not built for ${apiBase}.`)
}
