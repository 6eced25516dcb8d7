import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { full, printFigures } from '../profile.ts'
import { type SeededServer, startSeededServer } from '../support/seeded-server.ts'
import { visitWhile } from '../support/visitors.ts'
import { openSlowClients, slowClients } from './slow-clients.ts'
import { sendOverSlowLink, uploadLargePicture } from './slow-upload.ts'

const profile = full
  ? { each: 500, lastingMs: 60_000, cutWithinMs: 120_000, phoneBytes: 10_400_000 }
  : { each: 500, lastingMs: 15_000, cutWithinMs: 120_000, phoneBytes: 1_000_000 }

let server: SeededServer
beforeAll(async () => {
  server = await startSeededServer(2)
})
afterAll(() => server?.remove())

// Both tests mostly wait.
test.concurrent('slow headers, bodies, uploads and readers are disconnected, and other visitors are not affected', async () => {
  const clients = slowClients(server.members[1]?.authorization ?? '', await uploadLargePicture(server))
  const pressing = openSlowClients(server.url, clients, profile)
  const [outcome, visits, phone] = await Promise.all([
    pressing,
    visitWhile(server.url, pressing),
    sendOverSlowLink(server, profile.phoneBytes),
  ])
  const { made, p99, problems } = visits
  const { opened, slowestCutMs, uncut } = outcome
  printFigures('slow connections', { opened, 'slowest cut ms': slowestCutMs, visits: made, 'p99 ms': p99 })
  expect({ uncut, problems, phone }).toEqual({ uncut: [], problems: [], phone: 201 })
  expect(server.log()).not.toContain('"level":"error"')
})

test.concurrent('injected fault: the test notices a server with the default limits of Fastify and few connections', async () => {
  const bare = fastify()
  bare.get('/large', async () => 'x'.repeat(1_000_000))
  bare.post('/api/submissions', async () => 'never')
  bare.post('/api/login', async () => 'never')
  const url = await bare.listen({ host: '127.0.0.1', port: 0 })
  bare.server.maxConnections = 8
  const pressing = openSlowClients(url, slowClients('', '/large'), { each: 2, lastingMs: 0, cutWithinMs: 40_000 })
  const [{ uncut }, { problems }] = await Promise.all([pressing, visitWhile(url, pressing)])
  bare.server.closeAllConnections()
  await bare.close()
  expect(uncut).toEqual(['bodies', 'headers', 'readers', 'uploads'])
  expect(problems).not.toEqual([])
})
