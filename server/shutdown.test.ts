import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { testDataDir } from '../tests/support/database/database.ts'
import { startServerProcess } from '../tests/support/server/process.ts'
import { openDatabase } from './platform/db/open-database.ts'

test('D-60 D-66 a server that gets SIGTERM is not ready at once, serves for the grace period, waits for no incomplete request and closes everything', async () => {
  const dataDir = await testDataDir()
  // The server adds no demo to a database with rows.
  const filled = await openDatabase({ dataDir })
  await filled.pool.query(`INSERT INTO categories (name) VALUES ('Food');
    INSERT INTO merchants (name, name_key, slug, category_id, address, contact_number) VALUES ('A', 'a', 'a', 1, '', '')`)
  await filled.close()
  const server = await startServerProcess(dataDir, { STOP_GRACE_SECONDS: '5', RECEIPT_OCR: 'off' })
  const request = async (path: string) => {
    const { status, headers } = await fetch(server.url + path)
    return [status, headers.get('connection')]
  }
  expect(await request('/readyz')).toEqual([200, 'keep-alive'])
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let received = ''
  socket.on('error', () => {}).on('data', (part) => (received += part))
  socket.write(
    'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"email":',
  )
  const stopped = server.stop()
  await expect.poll(() => request('/readyz')).toEqual([503, 'close'])
  expect(await request('/api/merchants')).toEqual([200, 'close'])
  expect(await stopped).toBe(0)
  // A request rejected for being slow would get a 408.
  expect(received).toBe('')
  socket.destroy()
  const db = await openDatabase({ dataDir })
  const { rows } = await db.pool.query(
    'SELECT pg_current_wal_insert_lsn() - redo_lsn < 4096 AS closed FROM pg_control_checkpoint()',
  )
  await db.close()
  expect(rows).toEqual([{ closed: true }])
})
