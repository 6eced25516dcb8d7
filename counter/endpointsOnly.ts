import { type Plugin, parseAst } from 'vite'

type Node = { type: string; start: number; end: number; [name: string]: unknown }

/**
 * Cuts the schemas out of the calls of the contract: the server checks with them, and this app only needs method and path.
 * What described them is then unused, and the build drops it together with zod.
 */
export const endpointsOnly: Plugin = {
  name: 'endpoints-only',
  apply: 'build',
  transform: {
    filter: { id: /contract[\\/](counter|console)[\\/]\w+\.ts$/ },
    handler(code) {
      const values = schemasIn(parseAst(code) as unknown as Node)
      return values.reduceRight((text, { start, end }) => `${text.slice(0, start)}undefined${text.slice(end)}`, code)
    },
  },
}

/** The values of `input` and `answer` in calls of `endpoint`, in their order. */
function schemasIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(schemasIn)
  if (!isNode(node)) return []
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'endpoint') {
    const [{ properties }] = node.arguments as [{ properties: { key: unknown; value: Node }[] }]
    return properties.filter(({ key }) => ['input', 'answer'].includes(nameOf(key))).map(({ value }) => value)
  }
  return Object.values(node).flatMap(schemasIn)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === 'string' ? node.name : ''
}
