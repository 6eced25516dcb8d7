import type { SignedLink } from '../../../server/platform/security/signed-links.ts'

export type Link = Record<keyof SignedLink, string>
/** A forged link, and what was changed in the signed one. */
export type Mutation = { what: string; link: Record<keyof Link, unknown> }

const parts = ['id', 'hash', 'expires', 'signature'] as const

/** Every flip of one bit, every order of the parts, and other changes that leave a similar link. */
export function mutationsOf(link: Link, another: Link): Mutation[] {
  const all = [...flips(link), ...orders(link), ...mixtures(link, another), ...shifts(link), ...spellings(link)]
  const sound = JSON.stringify(parts.map((part) => String(link[part])))
  return all.filter(({ link: wrong }) => JSON.stringify(parts.map((part) => wrong[part])) !== sound)
}

function flips(link: Link): Mutation[] {
  return parts.flatMap((part) =>
    [...link[part]].flatMap((sign, at) =>
      [1, 2, 4, 8, 16, 32, 64, 128].map((bit) => {
        const flipped = String.fromCharCode(sign.charCodeAt(0) ^ bit)
        const value = link[part].slice(0, at) + flipped + link[part].slice(at + 1)
        return { what: `bit ${bit} of ${part} ${at}`, link: { ...link, [part]: value } }
      }),
    ),
  )
}

function orders(link: Link): Mutation[] {
  return permutations([...parts]).map((order) => ({
    what: `order ${order.join()}`,
    link: Object.fromEntries(parts.map((part, at) => [part, link[order[at] ?? part]])) as Link,
  }))
}

function permutations<T>(given: T[]): T[][] {
  if (given.length < 2) return [given]
  return given.flatMap((first, at) => permutations(given.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}

/** Some parts of one valid link, the others of another. */
function mixtures(link: Link, another: Link): Mutation[] {
  return Array.from({ length: 14 }, (_, at) => at + 1).map((mask) => ({
    what: `mixture ${mask}`,
    link: Object.fromEntries(parts.map((part, at) => [part, (mask & (1 << at) ? another : link)[part]])) as Link,
  }))
}

/**
 * Characters that move from one part to the next, which would have the same signature if the parts were joined
 * carelessly.
 */
function shifts(link: Link): Mutation[] {
  return [1, 2, 3].flatMap((by) =>
    parts.slice(0, -1).flatMap((part, at) => {
      const next = parts[at + 1] ?? part
      const whole = link[part] + link[next]
      return [-by, by].map((shift) => {
        const cut = link[part].length + shift
        return {
          what: `${shift} from ${part}`,
          link: { ...link, [part]: whole.slice(0, cut), [next]: whole.slice(cut) },
        }
      })
    }),
  )
}

function spellings(link: Link): Mutation[] {
  const { hash, expires, signature } = link
  const wide = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  const lasting = [`0${expires}`, `+${expires}`, `${expires} `, `${expires}.0`, `${Number(expires)}e0`, wide(expires)]
  const later = ['99999999999', '-1', '', 'Infinity', 'soon', `0x${Number(expires).toString(16)}`, {}, [expires], null]
  const bytes = Buffer.from(signature, 'hex')
  const signed = [signature.toUpperCase(), bytes.toString('base64'), bytes.toString('base64url'), `${signature}00`]
  const none = [
    '',
    ' ',
    signature + signature,
    `${signature}\0`,
    ` ${signature}`,
    [signature],
    { length: 64 },
    null,
    true,
  ]
  const cut = Array.from(signature, (_, length) => signature.slice(0, length))
  const hashes = [
    hash.toUpperCase(),
    hash.slice(1),
    `${hash}0`,
    `${hash}\0`,
    `${hash}%00`,
    wide(hash),
    `${hash}|${expires}`,
  ]
  return [
    ...[...lasting, ...later].map((value) => ({ what: `expires ${value}`, link: { ...link, expires: value } })),
    ...[...signed, ...none, ...cut].map((value) => ({
      what: `signature ${value}`,
      link: { ...link, signature: value },
    })),
    ...hashes.map((value) => ({ what: `hash ${value}`, link: { ...link, hash: value } })),
  ]
}
