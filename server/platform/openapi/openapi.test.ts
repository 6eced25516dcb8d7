import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { calls } from './calls.ts'
import { toTemplatePath } from './document.ts'

type Operation = { parameters: Parameter[]; requestBody?: object; responses: Record<string, object> }
type Parameter = { name: string; in: string; required: boolean; schema: object }
type Document = {
  openapi: string
  info: { title: string }
  servers: object[]
  paths: Record<string, Record<string, Operation>>
  components: object
}

const server = serverForTests()
let document: Document
beforeAll(async () => {
  document = (await server.app.inject('/api/openapi.json')).json()
})

/** Every call declared in a file of the contract. */
async function declared(): Promise<{ method: string; path: string }[]> {
  const folder = new URL('../../../contract/', import.meta.url)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.test\.|node_modules/.test(name),
  )
  const files = await Promise.all(names.map((name) => import(new URL(name, folder).href)))
  return files.flatMap((file) => Object.values(file)).filter(isCall)
}

function isCall(value: unknown): value is { method: string; path: string } {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, of]) =>
    Object.entries(of).map(([method, operation]) => ({ path, method, operation })),
  )

test('D-66 the document describes every call of the contract and no other', async () => {
  const wanted = (await declared()).map(({ method, path }) => `${method} ${toTemplatePath(path)}`)
  const described = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(described.sort()).toEqual(wanted.sort())
  expect(wanted).toContain('GET /merchants/slug/{slug}')
})

test('D-66 the document has the structure of OpenAPI 3.1', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Stampus', version: '1' },
    servers: [{ url: '/api' }],
  })
  const ids = operations().map(({ operation }) => (operation as unknown as { operationId: string }).operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { path, operation } of operations()) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    for (const parameter of operation.parameters) expect(parameter.schema).toEqual(expect.any(Object))
    expect(inPath.every(({ required }) => required)).toBe(true)
    expect(Object.keys(operation.responses)).toEqual([expect.stringMatching(/^20[01]$/), 'default'])
  }
})

test('D-66 every reference of the document resolves', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference = '']) => reference)
  expect(references.length).toBeGreaterThan(0)
  for (const reference of references) {
    const parts = reference.replace(/^#\//, '').split('/')
    const target = parts.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document)
    expect(target, reference).toEqual(expect.any(Object))
  }
})

test('D-66 the document describes queries, forms with files, and the types of an answer that can be streamed', () => {
  const names = document.paths['/merchants']?.get?.parameters.map(({ name }) => name)
  expect(names).toEqual(['is_active', 'category_id', 'page', 'search'])
  const form = { schema: { required: expect.arrayContaining(['merchant_id', 'receipt_image']) } }
  expect(document.paths['/submissions']?.post?.requestBody).toMatchObject({ content: { 'multipart/form-data': form } })
  const types = (path: string) => Object.keys(Object(document.paths[path]?.post?.responses[200]).content)
  expect(types('/readings')).toEqual(['application/json', 'application/x-ndjson'])
  expect(types('/login')).toEqual(['application/json'])
})

test('D-66 /api/docs lists every call, without scripts or inline styles', async () => {
  const page = await server.app.inject('/api/docs')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  for (const { endpoint } of calls) expect(page.body).toContain(`${endpoint.method} ${toTemplatePath(endpoint.path)}`)
  expect(page.body).not.toMatch(/<script|<style|style=|https?:\/\//)
  expect((await server.app.inject('/api/docs.css')).headers['content-type']).toBe('text/css; charset=utf-8')
})
