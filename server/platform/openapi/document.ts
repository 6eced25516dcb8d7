import { type Access, type Endpoint, LINES_TYPE } from '@stampus/contract/endpoint'
import * as z from 'zod/mini'
import type { Call } from './calls.ts'

type Schema = z.core.JSONSchema.BaseSchema
type Properties = [name: string, schema: unknown, required: boolean][]

const SECURITY: Record<Access, object[]> = {
  public: [],
  session: [{ token: [] }],
  member: [{ token: [] }],
  operator: [{ console: [] }],
  reviewer: [{ console: [] }],
  manager: [{ console: [] }],
  owner: [{ owner: [] }],
  phone: [{ counter: [] }],
  cashier: [{ counter: [] }],
}

export function openapiDocument(calls: readonly Call[], title: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    const path = toTemplatePath(call.endpoint.path)
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: '/api' }],
    paths,
    components: { schemas: { ErrorBody: ERROR_BODY }, securitySchemes: SCHEMES },
  }
}

export const toTemplatePath = (path: string): string => path.replace(/:([a-z_]+)/g, '{$1}')

const ERROR_BODY = {
  type: 'object',
  required: ['message', 'errors'],
  properties: {
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
}

const SCHEMES = {
  token: { type: 'http', scheme: 'bearer' },
  console: { type: 'apiKey', in: 'cookie', name: 'stampus_console' },
  owner: { type: 'apiKey', in: 'cookie', name: 'stampus_owner' },
  counter: { type: 'apiKey', in: 'cookie', name: 'stampus_counter' },
}

function operation({ group, name, endpoint }: Call): object {
  const fields = propertiesOf(endpoint.input)
  const inPath = fields.filter(([field]) => endpoint.path.split('/').includes(`:${field}`))
  const others = fields.filter((field) => !inPath.includes(field))
  const inQuery = endpoint.method === 'GET' ? others : []
  const body = endpoint.method === 'GET' ? undefined : bodyOf(endpoint, others)
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    security: SECURITY[endpoint.access],
    parameters: [...parameters('path', inPath), ...parameters('query', inQuery)],
    ...(body ? { requestBody: body } : {}),
    responses: {
      [endpoint.status ?? 200]: { description: 'Done', content: answerTypes(endpoint) },
      default: { description: 'Error', ...content('application/json', { $ref: '#/components/schemas/ErrorBody' }) },
    },
  }
}

function propertiesOf(input: z.core.$ZodType): Properties {
  const { properties = {}, required = [] } = jsonSchema(input, 'input')
  return Object.entries(properties).map(([name, schema]) => [name, schema, required.includes(name)])
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io })
  return plain
}

const parameters = (place: 'path' | 'query', fields: Properties): object[] =>
  fields.map(([name, schema, required]) => ({ name, in: place, required: place === 'path' || required, schema }))

function bodyOf({ upload }: Endpoint, fields: Properties): object | undefined {
  const file: Properties = upload ? [[upload.field, { type: 'string', format: 'binary' }, upload.required]] : []
  const all = [...fields, ...file]
  if (all.length === 0) return undefined
  const schema = {
    type: 'object',
    properties: Object.fromEntries(all.map(([name, property]) => [name, property])),
    required: all.filter(([, , required]) => required).map(([name]) => name),
  }
  return { required: true, ...content(upload ? 'multipart/form-data' : 'application/json', schema) }
}

function answerTypes({ answer, lines }: Endpoint): object {
  const schema = jsonSchema(answer, 'output')
  const line = { ...schema, properties: { ...schema.properties, done: { const: true } } }
  return { 'application/json': { schema }, ...(lines && { [LINES_TYPE]: { schema: line } }) }
}

const content = (type: string, schema: object): object => ({ content: { [type]: { schema } } })
