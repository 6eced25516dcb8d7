import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { normalizePath, type Plugin, parseAst } from 'vite'

type Node = { type: string; start: number; end: number; [name: string]: unknown }

const LEAN = '?lean'

/**
 * Cuts the schemas out of the contract's calls: the server checks with them, and an app only needs method and path. What
 * described them is then unused, and the build drops it together with zod. A file that checks with a schema, so that
 * `checks` is true for its code, gets the contract as it is.
 */
export const endpointsOnly = (checks: (code: string) => boolean): Plugin => ({
  name: 'endpoints-only',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /contract|^\.{1,2}\// },
    async handler(source, importer, options) {
      if (!importer) return undefined
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      if (!found || !isContract(found.id) || !usesZod(await read(found.id))) return undefined
      const isWhole = !importer.endsWith(LEAN) && (isContract(importer) || checks(await read(importer)))
      return isWhole ? undefined : { ...found, id: found.id + LEAN }
    },
  },
  load: {
    filter: { id: /\?lean$/ },
    handler: async (id) => ({ code: await read(id), moduleType: 'ts' }),
  },
  transform: {
    filter: { id: /\?lean$/ },
    handler(code) {
      const module = parseAst(code, { lang: 'ts' }) as unknown as Node & { body: Node[] }
      const cuts = [...schemasIn(module), ...module.body.flatMap(ownSchemas)].map(cutOf)
      const wrapped = module.body.flatMap(valuesIn).filter((value) => !cuts.some(({ start }) => start === value.start))
      const edits = [...cuts, ...wrapped.flatMap(asUnneeded)]
      const fromTheEnd = edits.sort((one, other) => other.start - one.start)
      const lean = fromTheEnd.reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
      return lean.replace(/^import \{([^}]*)\} from .*$/gm, (line, names: string) => (isUsed(names, lean) ? line : ''))
    },
  },
})

const cutOf = ({ start, end }: Node) => ({ start, end, text: 'undefined' })

function ownSchemas(statement: Node): Node[] {
  if (statement.type !== 'VariableDeclaration') return []
  const values = (statement.declarations as Node[]).map(({ init }) => init).filter(isNode)
  return values.filter((value) => rootOf(value) === 'z')
}

/** The name at the beginning of a chain of calls: `z` of `z.string().check(…)`. */
function rootOf(node: Node): string {
  const inner =
    node.type === 'CallExpression' ? node.callee : node.type === 'MemberExpression' ? node.object : undefined
  return isNode(inner) ? rootOf(inner) : nameOf(node)
}

/** Whether one of these imported names is used. An unused import would still decide which script its file is in. */
function isUsed(names: string, code: string): boolean {
  return names.split(',').some((name) => code.split(new RegExp(`\\b${name.replace('type ', '').trim()}\\b`)).length > 2)
}

/** The values of the constants that a statement of a module declares, if making them calls something. */
function valuesIn(statement: Node): Node[] {
  if (statement.type === 'ExportNamedDeclaration')
    return isNode(statement.declaration) ? valuesIn(statement.declaration) : []
  if (statement.type !== 'VariableDeclaration') return []
  const values = (statement.declarations as Node[]).map(({ init }) => init).filter(isNode)
  return values.filter(({ type }) => ['CallExpression', 'ObjectExpression'].includes(type))
}

/** Lets the build drop a value that nothing uses: it does not know that schemas are made without side effects. */
const asUnneeded = ({ start, end }: Node) => [
  { start, end: start, text: '/* @__PURE__ */ (() => (' },
  { start: end, end, text: '))()' },
]

const CONTRACT = normalizePath(join(import.meta.dirname, '../../contract/'))
const isContract = (file: string) => file.startsWith(CONTRACT) && file.endsWith('.ts')

/** Only what makes schemas exists twice. */
const usesZod = (code: string) => /from '(zod\/mini|\.{1,2}\/(\w+\/)*(fields|ownAccount)\.ts)'/.test(code)

const read = (id: string) => readFile(id.replace(LEAN, ''), 'utf8')

function schemasIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(schemasIn)
  if (!isNode(node)) return []
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'endpoint') {
    const [call, , input, answer] = node.arguments as Node[]
    if (!call || !isText(call) || !input || !answer) throw new Error('endpoint() takes a text, who, input and answer.')
    return [input, answer]
  }
  return Object.values(node).flatMap(schemasIn)
}

const isText = ({ type }: Node) => ['Literal', 'TemplateLiteral'].includes(type)

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '')
